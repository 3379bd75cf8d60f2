import Crypto
public import Primitives

/// A session at a server: what a journey that succeeded leads to.
public struct Session: Sendable, Equatable {
    /// The session token. nil when the journey was run without one, or the server keeps it in an HttpOnly cookie.
    public var token: Secret?
    /// The next place for a browser: a path or an absolute URL.
    public var successURL: String
    /// The realm as a slash path: `/` or `/alpha`.
    public var realm: String

    /// Makes a session.
    public init(token: Secret?, successURL: String = "", realm: String = "/") {
        self.token = token
        self.successURL = successURL
        self.realm = realm
    }

    /// Tells sessions apart without giving the token away: the SHA-256 of the token.
    package var fingerprint: String? {
        token.map { token in token.withBytes { Base64URL.encode(SHA256.hash(data: $0)) } }
    }
}

extension Session {
    var json: JSONValue {
        var object: JSONObject = ["successUrl": .string(successURL), "realm": .string(realm)]
        object["tokenId"] = (token?.reveal()).map(JSONValue.string)
        return .object(object)
    }

    init?(json: JSONValue) {
        guard let successURL = json["successUrl"]?.string, let realm = json["realm"]?.string else { return nil }
        self.init(token: (json["tokenId"]?.string).map { Secret($0) }, successURL: successURL, realm: realm)
    }
}
