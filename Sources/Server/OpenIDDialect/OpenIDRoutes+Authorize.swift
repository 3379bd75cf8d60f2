import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import Services
import OAuth
import Directory
import DialectBase

extension OpenIDRoutes {
    /// `GET`, `POST …/authorize`: for a session at hand a code, else the way to the sign-in page (`docs/protocols/step-protocol.md` 4.1,
    /// 4.6).
    func authorize(_ request: Request, context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await authorizeErrors.answering(request) {
            let form = try await parameters(of: request)
            guard FlowRequest.isWanted(form, family) else { return try await authorize(form, request, context, family) }
            return await flows.answering(request, context) { try await authorize(form, request, context, family) }
        }
    }

    /// The parameters of the query and, of a `POST`, of the form: some clients send them by the one, some by the other
    /// (`docs/protocols/platform.md` 6.1). One that stands in both stands there twice.
    private func parameters(of request: Request) async throws -> FormBody {
        let query = try request.query()
        guard request.method == .post else { return query }
        let form = try await request.form()
        return FormBody((query.parameters + form.parameters).map { ($0.name, $0.value) })
    }

    private func authorize(
        _ form: FormBody, _ request: Request, _ context: GatehouseContext, _ family: PathFamily
    ) async throws -> Response {
        let face = try await face(of: request, context, family)
        let takesFlows = family == .platform
        let token = takesFlows ? flows.token(of: request) : reader.sessionToken(of: request)
        let outcome = try await reader.domain.authorization.respond(
            to: form, session: token, in: face.realm, issuer: face.issuer,
            devices: face.devices, takesFlows: takesFlows, registration: selfService.registration(in:))
        return switch outcome {
        case .redirect(let location): .uncached(to: location)
        case .confirmed: Response(status: .noContent, headers: .noStore)
        case .answer(let answer, let session): try await flows.complete(answer, session, request, context, face)
        case .signIn(let demand):
            demand.isFlow
                ? try await flows.begin(demand, request, context, face) : .uncached(to: signInPage(for: demand, of: face))
        }
    }

    /// `POST …/par` (RFC 9126).
    func push(_ request: Request, context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await OAuthErrorResponse.answering(request) {
            let face = try await face(of: request, context, family)
            let form = try await request.form()
            let pushed = try await reader.domain.authorization.push(
                form, credentials: try ClientCredentials(authorization: request.headers[.authorization], form: form),
                in: face.realm, issuer: face.issuer, devices: face.devices, takesFlows: family == .platform,
                from: reader.address(of: request, context))
            return .json(pushed.json, status: .created, headers: .noStore)
        }
    }

    /// The sign-in page of the realm, with the way back to here.
    private func signInPage(for demand: SignInDemand, of face: RealmFace) -> String {
        let back = face.family.path(of: face.realm) + "/" + face.family.name(of: .authorize) + "?" + demand.request.encoded
        var query = FormBody([("goto", back)])
        query.append("journey", demand.journey)
        query.append("ForceAuth", demand.isForced ? "true" : nil)
        query.append("login_hint", demand.loginHint)
        query.append("ui_locales", demand.uiLocales)
        return face.address.url(PathFamily.plainPath(of: face.realm.path) + "/login?" + query.encoded)
    }
}

extension Response {
    /// A redirect that must not be cached, its body empty (`docs/protocols/step-protocol.md` 0, rule 13).
    fileprivate static func uncached(to location: String) -> Response {
        var response = Response.redirect(to: location, status: .found)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }
}
