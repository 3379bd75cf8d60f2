import DeviceFoundation
public import OAuthMessages
public import Primitives

/// The failure to get tokens or claims.
public struct OIDCError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// No user is signed in: there are no usable tokens, and no session that the server accepts. The user must sign in.
        public static let notAuthenticated = Code(description: "notAuthenticated")
        /// The server refused; ``OIDCError/refusal`` is its error.
        public static let refused = Code(description: "refused")
        /// The authorization response does not belong to our request, or to our server: wrong `state` or `iss`.
        public static let foreignResponse = Code(description: "foreignResponse")
        /// The ID token was refused; ``OIDCError/underlying`` says why.
        public static let invalidIDToken = Code(description: "invalidIDToken")
        /// The server shows a page where a redirect was expected, say for consent: allow implied consent for the client.
        public static let interactionRequired = Code(description: "interactionRequired")
        /// The user closed the browser, or didn't come back from it in time.
        public static let cancelled = Code(description: "cancelled")
        /// The browser could not be used.
        public static let browser = Code(description: "browser")
        /// The server has no such endpoint.
        public static let notSupported = Code(description: "notSupported")
        /// No answer came; ``OIDCError/underlying`` is the `TransportError`.
        public static let transport = Code(description: "transport")
        /// The tokens could not be read or kept; ``OIDCError/underlying`` is the `StoreError`.
        public static let storage = Code(description: "storage")
        /// The answer that came is not one of this protocol.
        public static let unexpectedAnswer = Code(description: "unexpectedAnswer")
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation for a developer.
    public let reason: String
    /// The refusal of the server.
    public let refusal: OAuthError?
    /// The error beneath.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, refusal: OAuthError? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.refusal = refusal
        self.underlying = underlying
    }

    public var description: String { reason }
}

extension OIDCError {
    init(_ error: TransportError) { self.init(.transport, error.reason, underlying: error) }
    init(_ error: StoreError) { self.init(.storage, error.reason, underlying: error) }
    init(_ error: OAuthError) { self.init(.refused, "the server refused: \(error)", refusal: error) }

    /// Makes the error that an answer means that should have been 2xx.
    init(_ response: HTTPResponse, from what: String) {
        if let refusal = (try? response.json()).flatMap({ OAuthError(json: $0) }) {
            self.init(refusal)
        } else {
            self.init(.unexpectedAnswer, "the \(what) endpoint answered \(response.status) without saying why")
        }
    }
}
