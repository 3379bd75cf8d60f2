import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import Sessions
import Directory

/// The resource to which a provider sends the form that is meant for an app: the app gets it as an entry in its own address. It has a path
/// of this server's, and the one of AM, which tenants have registered at Apple.
struct FormPostResource: Sendable {
    private let reader: RequestReader
    private let services: FormPostServices

    init(reader: RequestReader, services: FormPostServices) {
        self.reader = reader
        self.services = services
    }

    /// `POST …/login/return/{provider}` and `POST /am/oauth2/{realm}/client/form_post/{provider}`
    func take(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let realm = try await reader.realm(of: request, context)
        let provider = try await services.providers.provider(context.parameters.get("provider") ?? "", in: realm.id)
        guard let provider, provider.isEnabled, let app = provider.afterFormPost else { throw WireError(.notFound, "Not Found") }
        let form = try await request.form()
        let entry = FormPostEntry(code: try form.value("code"), error: try form.value("error"), user: try form.value("user"))
        let place = FormPostEntry.Place(realm: realm.id, provider: provider.name)
        let sealed = try entry.sealed(for: place, by: services.sealer, at: services.time.now)
        var query = FormBody([(FormPostEntry.parameter, sealed)])
        query.append("state", try form.value("state"))
        var response = Response.redirect(to: app + (app.contains("?") ? "&" : "?") + query.encoded, status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }
}
