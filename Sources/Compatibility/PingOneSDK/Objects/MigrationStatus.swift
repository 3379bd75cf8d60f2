/// The state of a migration from the PingID SDK.
#if canImport(ObjectiveC)
@objc
#endif
public enum MigrationStatus: Int, Sendable {
    /// There is nothing to migrate.
    case notNeeded = 10000
    /// It is complete.
    case done = 10001
    /// It failed.
    case failed = 10002
    /// It failed for a reason that may pass: try again.
    case temporaryFailed = 10003
    /// It is under way.
    case inProgress = 10004
}
