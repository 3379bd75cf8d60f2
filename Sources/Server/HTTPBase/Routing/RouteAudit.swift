import Primitives

/// The way in which refusals of a route's callers come into the audit log. Every family of routes declares it.
package enum RefusalAudit: Sendable, Hashable {
    /// The front door writes an event of each 403, and of each 401 of a caller that presented a credential.
    case written
    /// The service that refuses writes an event of its own, which says more.
    case byService
    /// No caller is refused: the route asks for no proof, or the proof is the address itself.
    case none
}

/// The reading of a granted request, where that alone is worth an event.
package enum RouteReads: Sendable, Hashable, CaseIterable {
    /// Nothing of the kind.
    case nothing
    /// A secret that lets its reader act as another.
    case secret
    /// All users of a realm, or as many as match.
    case users
}
