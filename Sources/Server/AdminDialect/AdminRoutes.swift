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
    private let events: AdminEventRoutes
    private let jobs: AdminJobRoutes

    /// - Parameters:
    ///   - means: the means of actions besides their services.
    ///   - streams: the streams of events that are open at this node.
    ///   - jobs: the jobs that this node does.
    package init(
        reader: RequestReader, services: AdministrationServices, means: AdministrationMeans, streams: EventStreams, jobs: AdminJobs
    ) {
        self.reader = reader
        router = AdminRouter(reader: reader, services: services, means: means, jobs: jobs)
        self.jobs = AdminJobRoutes(router: router, services: services, jobs: jobs)
        events = AdminEventRoutes(router: router, services: services, streams: streams)
    }

    /// The routes, one for each method of a path.
    package var routes: [Route] {
        let document = RouteDeclaration.document("openapi.json") { AdminDocument.json }
        return RouteFamily([Self.root], sharing: .never, proofs: [], refusals: .none, errors: ProblemErrors()).routes([document])
            + AdminResource.all.flatMap(routes) + [ActionRoute.Base.realm, .server].flatMap(furtherRoutes)
    }

    /// The routes that are no actions.
    private func furtherRoutes(of base: ActionRoute.Base) -> [Route] {
        family(of: base).routes([
            .get("events") { [events] in try await events.answer($0, $1, base) },
            .get("jobs") { [jobs] in try await jobs.list($0, $1, base) },
            .get("jobs/:\(AdminJobRoutes.name)") { [jobs] in try await jobs.one($0, $1, base) },
            .post("jobs/:\(AdminJobRoutes.name)", changes: .administration) { [jobs] in try await jobs.stop($0, $1, base) },
        ])
    }

    private func family(of base: ActionRoute.Base) -> RouteFamily {
        RouteFamily(
            [Self.root + "/" + base.prefix], sharing: .never, proofs: [.accessToken], refusals: .written,
            realm: { [router] _, context in try await router.realm(of: context, base).path }, errors: ProblemErrors())
    }

    private func routes(of resource: AdminResource) -> [Route] {
        let reads: RouteReads = resource.path == "users" && resource.method == .get ? .users : .nothing
        return family(of: resource.base).routes([
            .on(resource.httpMethod, resource.path, changes: resource.isChanging ? .administration : .nothing) { [router] in
                try await router.answer($0, $1, resource)
            }.reading(reads)
        ])
    }
}
