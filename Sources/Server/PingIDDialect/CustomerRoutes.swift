import HTTPBase
import Primitives
import RealmHTTP

/// The API of customers' servers, below `/pingid/v1/accounts/{account}/applications/{application}` (`docs/pingid.md`). An account
/// is a realm.
struct CustomerRoutes: Sendable {
    static let path = "/pingid/v1/accounts/:accountID/applications/:applicationID"

    private static let family = RouteFamily([path], sharing: .never, proofs: [.client], refusals: .written, errors: CustomerErrors())
    private static let documents = RouteFamily(["/pingid/v1"], sharing: .never, proofs: [], refusals: .none)

    /// All of them, as the routes and the OpenAPI document have them.
    static let all: [CustomerRoute] =
        CustomerUserResource.routes + CustomerAuthenticationResource.routes + CustomerRegistrationResource.routes
        + CustomerMessagedResource.routes + CustomerDeviceResource.routes + CustomerTokenResource.routes

    private let reader: CustomerReader
    private let address: PublicAddress

    init(reader: RequestReader, services: PingIDServices) {
        self.reader = CustomerReader(reader: reader, services: services)
        address = reader.configuration.publicAddress
    }

    var routes: [Route] {
        let document = RouteDeclaration.document("openapi.json") { [address] in CustomerDocument(Self.all, at: address).json }
        let declarations = Self.all.map { route in
            RouteDeclaration.on(route.method, route.path, changes: route.changes, use: reader.signed(route))
        }
        return Self.documents.routes([document]) + Self.family.routes(declarations)
    }
}
