import Primitives

/// The pages with which the answers of a route are shared.
package enum CrossOriginSharing: Sendable, Hashable {
    /// Shared with pages of the origins that the realm names.
    case realmOrigins
    /// Shared with no other page: what is made for browsers to show, with the tokens of its forms, and what no browser asks for.
    case never
}

/// The proof by which a caller shows who they are.
package enum CallerProof: Sendable, Hashable, CaseIterable {
    /// A session's token, in a cookie or a header.
    case session
    /// An access token.
    case accessToken
    /// A client's own credentials.
    case client
    /// A key that only the caller's device has.
    case deviceKey
    /// An unguessable value that was handed to the caller: an address, a flow, a state.
    case possession
}
