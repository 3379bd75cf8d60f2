internal import Primitives

/// The degree to which writes that run at the same time are kept apart.
///
/// At ``serializable`` alone a body needn't care about others. What must hold, holds at each of them: by unique keys, `ON CONFLICT`, what a body
/// takes hold of, and an `UPDATE` of the row that owns what is counted.
public struct IsolationLevel: Sendable, Hashable {
    /// The words of `BEGIN`.
    let words: String

    /// Writes have the effect that they would have one after the other. A body that another came in the way of is run again.
    public static let serializable = IsolationLevel(words: "SERIALIZABLE")
    /// Each write sees one unchanging state; a body that changes a row which another has changed meanwhile is run again. Two that read the same rows and
    /// change different ones don't meet.
    public static let snapshot = IsolationLevel(words: "REPEATABLE READ")
    /// Each statement sees a state of its own.
    public static let readCommitted = IsolationLevel(words: "READ COMMITTED")
}
