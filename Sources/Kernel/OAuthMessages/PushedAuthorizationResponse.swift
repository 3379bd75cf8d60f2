public import Primitives

/// The answer to a pushed authorization request (RFC 9126 §2.2).
public struct PushedAuthorizationResponse: Sendable, Equatable {
    public var requestURI: String
    /// Seconds for which it can be used, once.
    public var expiresIn: Int

    public init(requestURI: String, expiresIn: Int) {
        self.requestURI = requestURI
        self.expiresIn = expiresIn
    }

    public init(json: JSONValue) throws(OAuthError) {
        guard let uri = json["request_uri"]?.string, let seconds = json["expires_in"]?.integer else {
            throw OAuthError(.invalidRequest, "a pushed authorization response lacks a member")
        }
        self.init(requestURI: uri, expiresIn: Int(clamping: seconds))
    }

    public var json: JSONValue { ["request_uri": .string(requestURI), "expires_in": .integer(Int64(expiresIn))] }
}
