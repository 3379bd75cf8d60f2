/// Takes what came of a step: a result (``FRUser``, ``Token`` or ``AccessToken``) when the journey is at its end, the next node, or an
/// error. It is called on a thread of the SDK's.
public typealias NodeCompletion<T> = (_ result: T?, _ node: Node?, _ error: (any Error)?) -> Void
