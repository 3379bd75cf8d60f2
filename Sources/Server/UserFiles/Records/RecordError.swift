package import Foundations
import Primitives

/// The reason why a record of a file becomes no user.
package struct RecordError: PublicError, Equatable {
    /// The field that is wrong; nil for the record as a whole.
    package let field: String?
    /// The reason in words. It never has a hash or a secret.
    package let reason: String

    package init(_ field: String?, _ reason: String) {
        self.field = field
        self.reason = reason
    }

    package var kind: ErrorKind { .invalid }
    package var code: String { "record" }
}
