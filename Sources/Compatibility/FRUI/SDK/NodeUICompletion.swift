/// Takes what came of a journey with a user interface: the result, or an error; `AuthError.authenticationCancelled` when the user
/// closed it.
public typealias NodeUICompletion<T> = (_ result: T?, _ error: (any Error)?) -> Void
