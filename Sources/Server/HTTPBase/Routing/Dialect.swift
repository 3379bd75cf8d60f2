/// A family of APIs over the domain, in a module of its own: its routes with their rules (``RouteFamily``: sharing with other origins, proofs
/// of identity, the form of errors). Dialects don't know each other; each is made of the services that it uses.
package protocol Dialect: Sendable {
    /// All routes of the API, each with its rules.
    var routes: [Route] { get }
}
