import Primitives

/// The pages with which the answers of a route are shared.
package enum CrossOriginSharing: Sendable, Hashable {
    /// Shared with pages of the origins that the realm names.
    case realmOrigins
    /// Shared with them, and with the origin `null` where the realm names it: redirects that the script of a page follows, which browsers
    /// send with that origin once a redirect has led from one site to another. The answer holds nothing but the way on.
    case redirects
    /// Shared in the same way as the end of such redirects: a page of another origin is answered without the route, by an empty page, since
    /// what browsers show has the tokens of its forms.
    case landing
    /// Shared with every page, without credentials: what is the same for all callers.
    case everybody
    /// Shared with no other page: what is made for browsers to show, with the tokens of its forms, and what no browser asks for.
    case never

    /// Whether some other page can read an answer.
    package var isShared: Bool { self != .never }
    /// Whether the origin `null`, which every page in a sandbox has, may be one of the realm's.
    package var mayTakeOpaqueOrigin: Bool { self == .redirects || self == .landing }
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
