public import Primitives

/// The answer to a pushed authorization request (RFC 9126 §2.2).
public struct PushedAuthorizationResponse: Sendable, Equatable {
    /// The reference that stands for the pushed parameters at the authorization endpoint, sent there as `request_uri`.
    public var requestURI: String
    /// Seconds for which it can be used, once.
    public var expiresIn: Int

    /// Makes an answer of a reference and its lifetime in seconds.
    public init(requestURI: String, expiresIn: Int) {
        self.requestURI = requestURI
        self.expiresIn = expiresIn
    }

    /// Reads the wire form.
    /// - Throws: ``OAuthError/Code/invalidRequest`` when `request_uri` is no text or `expires_in` no integer.
    public init(json: JSONValue) throws(OAuthError) {
        guard let uri = json["request_uri"]?.string, let seconds = json["expires_in"]?.integer else {
            throw OAuthError(.invalidRequest, "a pushed authorization response lacks a member")
        }
        self.init(requestURI: uri, expiresIn: Int(clamping: seconds))
    }

    /// The JSON body with `request_uri` and `expires_in`.
    public var json: JSONValue { ["request_uri": .string(requestURI), "expires_in": .integer(Int64(expiresIn))] }
}
