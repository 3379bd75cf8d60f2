public import Primitives

/// The refusal or the failure of the database.
public struct DatabaseError: CodedError {
    /// The kind of failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private let name: String
        private init(_ name: String) { self.name = name }
        public var description: String { name }

        /// A row with this key is already there.
        public static let unique = Code("unique")
        /// A row that another refers to is missing, or would be.
        public static let foreignKey = Code("foreignKey")
        /// Another constraint of the schema (`NOT NULL`, `CHECK`) is violated.
        public static let constraint = Code("constraint")
        /// Another connection held the database for too long.
        public static let busy = Code("busy")
        /// Another server has this database open.
        public static let inUse = Code("inUse")
        /// The file is damaged.
        public static let corrupt = Code("corrupt")
        /// The file isn't a database of Gatehouse.
        public static let notADatabase = Code("notADatabase")
        /// The file, or the directory it should be in, can't be opened.
        public static let cannotOpen = Code("cannotOpen")
        /// The disk, or the file, can't be written to.
        public static let readOnly = Code("readOnly")
        /// The disk is full.
        public static let full = Code("full")
        /// Reading or writing the disk failed.
        public static let inputOutput = Code("inputOutput")
        /// The schema was made by a newer Gatehouse than this.
        public static let newerSchema = Code("newerSchema")
        /// A migration that was applied differs from the one of the same number in this Gatehouse.
        public static let changedHistory = Code("changedHistory")
        /// A row has no column of this name.
        public static let missingColumn = Code("missingColumn")
        /// A column holds a value of another type.
        public static let wrongType = Code("wrongType")
        /// A text has a NUL character in it.
        public static let invalidText = Code("invalidText")
        /// The database is closed.
        public static let closed = Code("closed")
        /// The database's server can't be reached, or went away before the write took effect: the write may be tried again.
        public static let unreachable = Code("unreachable")
        /// The database's server went away while the write was committed, and doesn't tell whether it took effect.
        public static let unsettled = Code("unsettled")
        /// Anything else, such as a statement that the engine doesn't understand.
        public static let other = Code("other")
    }

    /// The kind of failure.
    public let code: Code
    /// One line: what happened, to what, and what to do.
    public let reason: String
    /// The engine's own error, if it has one.
    public let underlying: (any Error)?

    public init(_ code: Code, _ reason: String = "", underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }
}

extension DatabaseError {
    /// True when the same request may succeed later: the database was busy, its server was away or is a standby for now, or its disk is full.
    package var isPassing: Bool { [.busy, .unreachable, .unsettled, .readOnly, .full].contains(code) }
}

extension DatabaseError: CustomStringConvertible {
    public var description: String { reason.isEmpty ? "database: \(code)" : reason }
}
