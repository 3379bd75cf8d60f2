public import Primitives

/// An OAuth 2.0 or OpenID Connect error as it stands on the wire (RFC 6749 §5.2, §4.1.2.1).
public struct OAuthError: CodedError, CustomStringConvertible {
    public var code: Code
    /// A sentence for the developer: what happened, to which value, what to do. It may hold any text; what is written of it to a client
    /// holds only the characters that the protocol allows.
    public var explanation: String

    public init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    public var description: String { "\(code.name): \(explanation)" }

    /// An error code. Any text is one; the known ones are static members.
    public struct Code: Sendable, Hashable, ExpressibleByStringLiteral {
        public let name: String
        public init(stringLiteral name: String) { self.name = name }
        public init(_ name: String) { self.name = name }

        // RFC 6749 §4.1.2.1 and §5.2
        public static let invalidRequest: Self = "invalid_request"
        public static let invalidClient: Self = "invalid_client"
        public static let invalidGrant: Self = "invalid_grant"
        public static let invalidScope: Self = "invalid_scope"
        public static let unauthorizedClient: Self = "unauthorized_client"
        public static let unsupportedGrantType: Self = "unsupported_grant_type"
        public static let unsupportedResponseType: Self = "unsupported_response_type"
        public static let accessDenied: Self = "access_denied"
        public static let serverError: Self = "server_error"
        public static let temporarilyUnavailable: Self = "temporarily_unavailable"
        // RFC 6750 §3.1
        public static let invalidToken: Self = "invalid_token"
        public static let insufficientScope: Self = "insufficient_scope"
        // OpenID Connect Core §3.1.2.6
        public static let loginRequired: Self = "login_required"
        public static let interactionRequired: Self = "interaction_required"
        public static let consentRequired: Self = "consent_required"
        public static let requestNotSupported: Self = "request_not_supported"
        public static let requestURINotSupported: Self = "request_uri_not_supported"
        // OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §2
        public static let unmetAuthenticationRequirements: Self = "unmet_authentication_requirements"
        // RFC 7009 §2.2.1
        public static let unsupportedTokenType: Self = "unsupported_token_type"
        // RFC 9101 §6, RFC 9126
        public static let invalidRequestURI: Self = "invalid_request_uri"
        // `pingam-protocol.md` 4.1
        public static let redirectURIMismatch: Self = "redirect_uri_mismatch"
    }
}

extension OAuthError {
    /// The parameters `error` and `error_description` of an authorization response (RFC 6749 §4.1.2.1).
    public var form: FormBody { FormBody([("error", code.wireName), ("error_description", wireExplanation)]) }

    /// The JSON body of RFC 6749 §5.2.
    public var json: JSONValue { ["error": .string(code.wireName), "error_description": .string(wireExplanation)] }

    /// Reads the body; nil when it has no `error`.
    public init?(json: JSONValue) {
        guard let code = json["error"]?.string else { return nil }
        self.init(Code(code), json["error_description"]?.string ?? "")
    }
}
