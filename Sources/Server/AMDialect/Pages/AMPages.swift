import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import Directory
import RealmHTTP
import SignIn

/// The addresses of AM's own pages, by which gateways, policies and links know them (`docs/protocols/step-protocol.md` 10.1): they lead to
/// ours.
struct AMPages: Sendable {
    private let reader: RequestReader
    private let errors: any ErrorForm

    init(reader: RequestReader, errors: any ErrorForm) {
        self.reader = reader
        self.errors = errors
    }

    var routes: [Route] {
        RouteFamily(ContextPath.names.map { "\($0)/{realm?}" }, sharing: .never, proofs: [.session], refusals: .none, errors: errors)
            .routes([
                .get("", use: login).shared(.redirects), .get("XUI", use: login).shared(.redirects),
                .get("XUI/index.html", use: login).shared(.redirects), .get("console", use: console),
            ])
    }

    /// `GET /am/?…`, `/am/XUI/?…`: to the sign-on page of the realm, with all other parameters.
    private func login(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let query = try request.query()
        let realm = try await reader.realm(of: request, context, query: query)
        let kept = FormBody(query.parameters.filter { $0.name != "realm" }.map { ($0.name, $0.value) }).encoded
        return leading(to: HostedPath.login(of: realm.path) + (kept.isEmpty ? "" : "?" + kept))
    }

    /// `GET /am/console`, where a login ends that names no other place: to the place that the realm names, else to the account page.
    private func console(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let realm = try await reader.realm(of: request, context)
        let place = realm.settings[JourneySettings.self].successURL
        return leading(to: place == JourneySettings().successURL || place.isEmpty ? HostedPath.account(of: realm.path) : place)
    }

    private func leading(to place: String) -> Response {
        let address = reader.configuration.publicAddress
        var response = Response.redirect(to: place.hasPrefix("/") ? address.url(place) : place, status: .found)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }
}
