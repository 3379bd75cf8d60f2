public import Primitives

/// An OAuth 2.0 or OpenID Connect error as it stands on the wire (RFC 6749 §5.2, §4.1.2.1).
public struct OAuthError: CodedError, CustomStringConvertible {
    /// The error's code, the member `error` on the wire.
    public var code: Code
    /// A sentence for the developer: what happened, to which value, what to do. It may hold any text; what is written of it to a client
    /// holds only the characters that the protocol allows.
    public var explanation: String

    /// Makes an error of a code and its explanation for the developer.
    public init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    public var description: String { "\(code.name): \(explanation)" }

    /// An error code. Any text is one; the known ones are static members.
    public struct Code: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The code as it was given, before it is reduced to the characters of the wire.
        public let name: String
        public init(stringLiteral name: String) { self.name = name }
        /// Makes a code of any text.
        public init(_ name: String) { self.name = name }

        // RFC 6749 §4.1.2.1 and §5.2
        /// `invalid_request`: a parameter is missing, repeated or malformed.
        public static let invalidRequest: Self = "invalid_request"
        /// `invalid_client`: the client is unknown or did not authenticate.
        public static let invalidClient: Self = "invalid_client"
        /// `invalid_grant`: the code, refresh token or other grant is invalid, expired, revoked or another client's.
        public static let invalidGrant: Self = "invalid_grant"
        /// `invalid_scope`: a scope is unknown, malformed or more than was granted.
        public static let invalidScope: Self = "invalid_scope"
        /// `unauthorized_client`: the client may not use this grant or response type.
        public static let unauthorizedClient: Self = "unauthorized_client"
        /// `unsupported_grant_type`: the server does not know the grant type.
        public static let unsupportedGrantType: Self = "unsupported_grant_type"
        /// `unsupported_response_type`: the server does not know the response type.
        public static let unsupportedResponseType: Self = "unsupported_response_type"
        /// `access_denied`: the user or the server refused the request.
        public static let accessDenied: Self = "access_denied"
        /// `server_error`: the server met an unexpected condition.
        public static let serverError: Self = "server_error"
        /// `temporarily_unavailable`: the server is overloaded or under maintenance.
        public static let temporarilyUnavailable: Self = "temporarily_unavailable"
        // RFC 6750 §3.1
        /// `invalid_token`: the access token is malformed, expired, revoked or otherwise invalid.
        public static let invalidToken: Self = "invalid_token"
        /// `insufficient_scope`: the request needs more than the access token's scope.
        public static let insufficientScope: Self = "insufficient_scope"
        // OpenID Connect Core §3.1.2.6
        /// `login_required`: the user must log in, and `prompt=none` forbids asking.
        public static let loginRequired: Self = "login_required"
        /// `interaction_required`: the user must be asked something, and `prompt=none` forbids asking.
        public static let interactionRequired: Self = "interaction_required"
        /// `consent_required`: the user must consent, and `prompt=none` forbids asking.
        public static let consentRequired: Self = "consent_required"
        /// `request_not_supported`: the server takes no parameter `request`.
        public static let requestNotSupported: Self = "request_not_supported"
        /// `request_uri_not_supported`: the server takes no parameter `request_uri`.
        public static let requestURINotSupported: Self = "request_uri_not_supported"
        /// `registration_not_supported`: the server takes no parameter `registration`.
        public static let registrationNotSupported: Self = "registration_not_supported"
        // RFC 8707 §2
        /// `invalid_target`: the resource asked for is unknown or not offered.
        public static let invalidTarget: Self = "invalid_target"
        // RFC 9396 §5
        /// `invalid_authorization_details`: the details of the authorization asked for are unknown or not offered.
        public static let invalidAuthorizationDetails: Self = "invalid_authorization_details"
        // OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §2
        /// `unmet_authentication_requirements`: the authentication that the client asked for cannot be had.
        public static let unmetAuthenticationRequirements: Self = "unmet_authentication_requirements"
        // RFC 7009 §2.2.1
        /// `unsupported_token_type`: the server does not revoke tokens of this type.
        public static let unsupportedTokenType: Self = "unsupported_token_type"
        // RFC 9101 §6, RFC 9126
        /// `invalid_request_uri`: the `request_uri` is unknown, expired or otherwise invalid.
        public static let invalidRequestURI: Self = "invalid_request_uri"
        // `docs/protocols/step-protocol.md` 4.1
        /// `redirect_uri_mismatch`: the `redirect_uri` is not one that is registered for the client.
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
