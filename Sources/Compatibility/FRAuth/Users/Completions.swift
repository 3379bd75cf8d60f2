import Primitives

/// Takes the user, or an error; after ``FRUser/revokeAccessToken(completion:)`` both, when the server failed.
public typealias UserCallback = (_ user: FRUser?, _ error: (any Error)?) -> Void

/// Takes the claims about the user, or an error.
public typealias UserInfoCallback = (_ userInfo: UserInfo?, _ error: (any Error)?) -> Void

/// Takes the OAuth 2.0 tokens, or an error.
public typealias TokenCompletionCallback = (_ token: AccessToken?, _ error: (any Error)?) -> Void

/// Takes an error, or nil when all went well.
public typealias CompletionCallback = (_ error: (any Error)?) -> Void

/// Takes a JSON object.
public typealias JSONCompletionCallback = (_ result: [String: Any]) -> Void

/// Takes a text.
public typealias StringCompletionCallback = (_ result: String) -> Void
