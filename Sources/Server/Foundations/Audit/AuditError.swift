import Primitives

/// The reason for which a stretch of the audit log can't be trusted.
package struct AuditError: PublicError {
    /// The reason, by which callers tell errors apart.
    package struct Code: Sendable, Hashable {
        private let name: String

        /// An event isn't what it was when it was written.
        package static let changed = Code(name: "changed")
        /// An event is missing.
        package static let missing = Code(name: "missing")
        /// The log ends before, or differs from, a checkpoint taken earlier.
        package static let checkpoint = Code(name: "checkpoint")
        /// Another process has sealed meanwhile what this one was about to seal.
        package static let overtaken = Code(name: "overtaken")
        /// A checkpoint isn't of the form `sequence:hash`.
        package static let malformedCheckpoint = Code(name: "malformedCheckpoint")
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    package var kind: ErrorKind { code == .malformedCheckpoint ? .invalid : .unexpected }
}
