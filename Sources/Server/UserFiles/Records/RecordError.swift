package import Foundations
import Primitives

/// The reason why a record of a file becomes no user.
package struct RecordError: PublicError, Equatable {
    /// The field that is wrong; nil for the record as a whole.
    package let field: String?
    /// The reason in words. It never has a hash or a secret.
    package let reason: String

    /// The field and the reason.
    package var sentence: String { field.map { "\($0): \(reason)" } ?? reason }

    package init(_ field: String?, _ reason: String) {
        self.field = field
        self.reason = reason
    }

    /// The refusal of a name that isn't known, with the one that was perhaps meant, or all that there are.
    init(unknown name: String, among names: [String], _ problem: String, others: String? = nil) {
        let shown = String(name.prefix(64))
        let help = Suggestion.closest(to: shown, among: names).map { "did you mean \($0)?" }
        self.init(shown, "\(problem); \(help ?? "there are \((names + [others].compactMap(\.self)).joined(separator: ", "))")")
    }

    package var kind: ErrorKind { .invalid }
    package var code: String { "record" }
}
