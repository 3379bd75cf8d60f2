import Primitives

/// With whose pages the answers of a route are shared.
package enum CrossOriginSharing: Sendable, Hashable {
    /// With pages of the origins that the realm names.
    case realmOrigins
    /// With no other page: what is made for browsers to show, with the tokens of its forms, and what no browser asks for.
    case never
}

/// How a caller shows who they are.
package enum CallerProof: Sendable, Hashable, CaseIterable {
    /// By a session's token, in a cookie or a header.
    case session
    /// By an access token.
    case accessToken
    /// By a client's own credentials.
    case client
    /// By a key that only the caller's device has.
    case deviceKey
    /// By something unguessable that was handed to them: an address, a flow, a state.
    case possession
}
