/// The kinds of work that one of the processes over a database does for all of them.
public enum BackgroundWork: Int64, Sendable, CaseIterable {
    /// Sealing the audit log's events.
    case auditSealing = 3
    /// Telling owners by mail what was changed about their accounts.
    case notices = 4
    /// Removing what has expired.
    case cleaning = 5
}
