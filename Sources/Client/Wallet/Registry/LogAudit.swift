import Primitives

/// The result of reading the log's entries.
public struct LogAudit: Sendable, Equatable {
    /// Something in the log that shouldn't be there.
    public enum Finding: Sendable, Equatable {
        /// A key in this instance's name that isn't its own: another party may have posed as it.
        case foreignKey(entry: Int)
        /// A claim in this instance's name that it didn't issue.
        case foreignClaim(entry: Int)
        /// An entry whose time lies well before that of an entry before it.
        case backdated(entry: Int)
        /// An entry that isn't of the registry's form.
        case unreadable(entry: Int)
    }

    /// The number of entries that have been read so far.
    public let size: Int
    /// The findings among the entries that were read now.
    public let findings: [Finding]
}
