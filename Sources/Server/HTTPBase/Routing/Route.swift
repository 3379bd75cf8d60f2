package import HTTPTypes
package import Hummingbird
import Primitives

/// One method of one path, with the rules that hold for it and what answers it.
package final class Route: Sendable {
    package let method: HTTPRequest.Method
    package let path: RoutePath
    /// The number of the path's elements that the family's prefix has.
    let prefixLength: Int
    package let changes: RouteChanges
    package let sharing: CrossOriginSharing
    /// The proofs by which callers may prove who they are.
    package let proofs: Set<CallerProof>
    /// The events of refusals.
    package let refusals: RefusalAudit
    /// The reading that leaves an event.
    package let reads: RouteReads
    let refusesForms: Bool
    /// The way to the realm; nil where the path names it in one of the usual ways.
    package let findsRealm: RouteFamily.RealmFinding?
    /// The form of errors in the route's dialect.
    package let errors: any ErrorForm
    /// The function that answers a request once the rules are met.
    package let handler: RouteDeclaration.Handler
    /// The path as metrics and logs name it, made once.
    package let label: String
    /// The names of the path's parameters, as requests carry them.
    let parameters: [Substring]
    /// Tells that a parameter is the platform's name of a realm.
    package let namesEnvironment: Bool

    /// The route of a declaration, below one of the family's prefixes: where that says nothing, the family's rules hold.
    package init(below prefix: RoutePath, _ declaration: RouteDeclaration, of family: RouteFamily) {
        method = declaration.method
        path = prefix.appending(declaration.path)
        prefixLength = prefix.elements.count
        changes = declaration.changes
        sharing = declaration.sharing ?? family.sharing
        proofs = family.proofs
        refusals = declaration.refusals ?? family.refusals
        reads = declaration.reads
        refusesForms = family.refusesForms
        findsRealm = family.realm
        errors = family.errors
        handler = declaration.handler
        label = path.description
        parameters = path.parameters.map { $0[...] }
        namesEnvironment = path.parameters.contains(RoutePath.environment)
    }

    /// Whether requests of the method only read (RFC 9110 §9.2.1).
    package var isSafe: Bool { method == .get || method == .head || method == .options }

    /// Answers a request, unless the route refuses forms of other sites and this is one.
    package func answer(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        if refusesForms { try CrossSiteFilter.check(request) }
        return try await handler(request, context)
    }
}
