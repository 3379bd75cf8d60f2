package import Foundations
package import Hummingbird

/// Routes that share their prefixes and their rules.
package struct RouteFamily: Sendable {
    /// The paths with which its routes' paths begin; one for each.
    package let prefixes: [RoutePath]
    /// The sharing of the answers with pages of other origins.
    package let sharing: CrossOriginSharing
    /// The proofs of identity that callers may show, where a route asks for one.
    package let proofs: Set<CallerProof>
    /// Whether a request that changes something must carry a header that no form can set (`docs/protocols/step-protocol.md` 1.3).
    package let refusesForms: Bool
    /// The way to the realm of a request; nil where its path names one in one of the usual ways.
    package let realm: RealmFinding?
    /// The events of refusals.
    package let refusals: RefusalAudit
    /// The form of errors, of its routes and of paths below its prefixes that lead nowhere.
    package let errors: any ErrorForm

    /// Finds the realm of a request that a route of the family answers.
    package typealias RealmFinding = @Sendable (Request, GatehouseContext) async throws -> RealmPath

    /// - Parameter prefixes: patterns, as ``RoutePath`` reads them.
    package init(
        _ prefixes: [String], sharing: CrossOriginSharing, proofs: Set<CallerProof>, refusals: RefusalAudit, refusesForms: Bool = false,
        realm: RealmFinding? = nil, errors: any ErrorForm = JSONErrors()
    ) {
        self.prefixes = prefixes.map(RoutePath.init)
        self.sharing = sharing
        self.proofs = proofs
        self.refusals = refusals
        self.refusesForms = refusesForms
        self.realm = realm
        self.errors = errors
    }

    /// The routes of declarations, below each of the prefixes.
    package func routes(_ declarations: [RouteDeclaration]) -> [Route] {
        prefixes.flatMap { prefix in declarations.map { Route(below: prefix, $0, of: self) } }
    }
}
