import Primitives

/// A parameter of a request whose meaning this server doesn't offer, and the error that refuses it.
///
/// A client that sends one relies on it: dropped silently, it would get tokens for other resources, with other rights or other claims than
/// it asked for. Hints that a server may ignore, such as `display`, are no part of this.
public struct UnsupportedParameter: Sendable, Equatable {
    /// The parameter's name.
    public let name: String
    /// The error that answers it.
    public let error: OAuthError

    private init(_ name: String, _ code: OAuthError.Code, _ reason: String) {
        self.name = name
        error = OAuthError(code, reason)
    }

    /// All of them, the request object first.
    public static let all = [
        Self("request", .requestNotSupported, "request objects are not supported; push the request instead (RFC 9126)"),
        Self("registration", .registrationNotSupported, "clients can't register by a request"),
        Self("claims", .invalidRequest, "the parameter claims is not supported; ask for claims by scopes"),
        Self("resource", .invalidTarget, "the parameter resource is not supported; audiences are settings of the client"),
        Self("authorization_details", .invalidAuthorizationDetails, "the parameter authorization_details is not supported"),
        Self("dpop_jkt", .invalidRequest, "the parameter dpop_jkt is not supported; tokens are bearer tokens"),
    ]
}

extension FormBody {
    /// The parameters that this server doesn't offer, as they were sent; those without a value are as missing (RFC 6749 §3.1).
    public var unsupported: [Parameter] {
        parameters.filter { parameter in !parameter.value.isEmpty && UnsupportedParameter.all.contains { $0.name == parameter.name } }
    }

    /// Refuses a request that asks by a parameter for something that this server doesn't offer.
    /// - Throws: the parameter's own error.
    public func refuseUnsupported() throws(OAuthError) {
        guard let first = unsupported.first, let known = UnsupportedParameter.all.first(where: { $0.name == first.name }) else { return }
        throw known.error
    }
}
