package import Administration
import Directory
package import HTTPBase
import HTTPTypes
import Primitives
package import RealmHTTP

/// The administration API: every administrative action below `/admin/v1`, as its description says (docs/administration-api.md).
package struct AdminRoutes: Sendable {
    private static let root = "admin/v1"

    private let reader: RequestReader
    private let router: AdminRouter

    /// - Parameter means: the means of actions besides their services.
    package init(reader: RequestReader, services: AdministrationServices, means: AdministrationMeans) {
        self.reader = reader
        router = AdminRouter(reader: reader, services: services, means: means)
    }

    /// The routes, one for each method of a path.
    package var routes: [Route] {
        let document = RouteDeclaration.document("openapi.json") { AdminDocument.json }
        return RouteFamily([Self.root], sharing: .never, proofs: [], refusals: .none, errors: ProblemErrors()).routes([document])
            + AdminResource.all.flatMap(routes)
    }

    private func routes(of resource: AdminResource) -> [Route] {
        let family = RouteFamily(
            [Self.root + "/" + resource.base.prefix], sharing: .never, proofs: [.accessToken], refusals: .written,
            realm: { [router] _, context in try await router.realm(of: context, resource.base).path }, errors: ProblemErrors())
        let reads: RouteReads = resource.path == "users" && resource.method == .get ? .users : .nothing
        return family.routes([
            .on(resource.httpMethod, resource.path, changes: resource.isChanging ? .administration : .nothing) { [router] in
                try await router.answer($0, $1, resource)
            }.reading(reads)
        ])
    }
}
