import Primitives

/// The purpose of a request, as interceptors and the log see it (`docs/protocols/step-protocol.md` 1.7).
public struct RequestAction: Sendable, Hashable {
    /// The documented name, such as `START_AUTHENTICATE`.
    public let name: String
    /// The running journey of an authentication action.
    public var journey: String?
    /// The meaning of `journey` in an authentication action: `service` or `composite_advice`.
    public var indexType: String?

    /// An action of any name.
    public init(_ name: String, journey: String? = nil, indexType: String? = nil) {
        self.name = name
        self.journey = journey
        self.indexType = indexType
    }

    /// The first call of a journey.
    public static func startAuthenticate(_ journey: String?, indexType: String = "service") -> Self {
        Self("START_AUTHENTICATE", journey: journey, indexType: indexType)
    }

    /// A further step of a journey.
    public static func authenticate(_ journey: String?, indexType: String = "service") -> Self {
        Self("AUTHENTICATE", journey: journey, indexType: indexType)
    }

    /// Resumes a suspended journey.
    public static let resumeAuthenticate = Self("RESUME_AUTHENTICATE")
    /// Asks for an authorization code.
    public static let authorize = Self("AUTHORIZE")
    /// Pushes an authorization request (RFC 9126).
    public static let pushAuthorization = Self("PUSH_AUTHORIZATION")
    /// Exchanges a code for tokens.
    public static let exchangeToken = Self("EXCHANGE_TOKEN")
    /// Refreshes tokens.
    public static let refreshToken = Self("REFRESH_TOKEN")
    /// Revokes a token.
    public static let revokeToken = Self("REVOKE_TOKEN")
    /// Ends a session.
    public static let logout = Self("LOGOUT")
    /// Reads what the server tells of a session.
    public static let sessionInfo = Self("SESSION_INFO")
    /// Reads the user's claims.
    public static let userInfo = Self("USER_INFO")
    /// Ends the OpenID session.
    public static let endSession = Self("END_SESSION")
    /// Reads the discovery document.
    public static let wellKnown = Self("WELL_KNOWN")
    /// Deletes a key that is bound to the user.
    public static let deleteBoundKey = Self("DELETE_BINDING")
    /// Reads the server's public keys.
    public static let jwks = Self("JWKS")
}
