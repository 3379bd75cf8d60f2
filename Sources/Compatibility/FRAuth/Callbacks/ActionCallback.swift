/// A callback that the SDK can answer by itself.
public protocol ActionCallback {
    /// Does what the callback asks for, puts the answer into it, and calls `completion` once with the result.
    func execute(_ completion: @escaping JSONCompletionCallback)
}
