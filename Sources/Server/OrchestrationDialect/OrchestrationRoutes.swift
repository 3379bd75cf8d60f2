import Foundations
package import HTTPBase
package import RealmHTTP
import Primitives

/// The API of customers' servers whose users have authenticators that commands reach, below `/orchestration/{tenant}/v1`
/// (`docs/orchestration.md`). A tenant is a realm; which of its applications calls, the key says.
package struct OrchestrationRoutes: Dialect {
    static let path = "/orchestration/:tenantID/v1"

    private static let documents = RouteFamily(["/orchestration"], sharing: .never, proofs: [], refusals: .none)

    /// All of them, as the routes and the OpenAPI document have them.
    static let all: [OrchestrationRoute] =
        CommandResource.routes + RegistrationResource.routes + CustomerUsersResource.routes + SignInResource.routes
        + TransactionResource.routes
        + RequestResource.routes + AuthenticatorResource.routes

    private let reader: OrchestrationReader
    private let address: PublicAddress
    private let family: RouteFamily

    package init(reader: RequestReader, services: CustomerServices) {
        let errors = OrchestrationErrors(time: services.time, random: services.random)
        family = RouteFamily([Self.path], sharing: .never, proofs: [.client], refusals: .written, errors: errors)
        self.reader = OrchestrationReader(reader: reader, services: services)
        address = reader.configuration.publicAddress
    }

    package var routes: [Route] {
        let document = RouteDeclaration.document("v1/openapi.json") { [address] in OrchestrationDocument(Self.all, at: address).json }
        let declarations = Self.all.map { route in
            RouteDeclaration.on(route.method, route.path, changes: route.changes, use: reader.called(route))
        }
        let image = RouteDeclaration.get("visualcodes/render", use: reader.called(VisualCodeResource.render))
        return Self.documents.routes([document]) + family.routes(declarations + [image])
    }
}
