import Primitives

/// The outcome of the expression check of a selfie. It says that expressions were seen, and nothing of presentation attacks: a video that is
/// played shows them as well.
public enum ExpressionCheck: String, Sendable {
    /// The plan has no expressions.
    case notAsked
    /// The expressions haven't all been seen.
    case pending
    /// Each expression was seen, after its opposite, on one face.
    case passed
    /// The frames' reader can't tell expressions: the selfie is a plain one.
    case notAvailable
}
