import Hummingbird
import Services

/// The endpoints of OAuth 2.0 and OpenID Connect, of each realm, in both families of paths.
struct OpenIDRoutes: Sendable {
    let reader: RequestReader
    let authorizeErrors: AuthorizeErrors
    let flows: FlowResponses

    func add(to router: Router<GatehouseContext>) {
        for context in ContextPath.names { router.realms(under: "\(context)/oauth2") { add(.am, to: $0) } }
        router.realms(under: "", isOptional: false) { add(.plain, to: $0) }
        add(.platform, to: router.group(":environmentID/as"))
    }

    private func add(_ family: PathFamily, to group: RouterGroup<GatehouseContext>) {
        func path(_ endpoint: PathFamily.Endpoint) -> RouterPath { RouterPath(family.name(of: endpoint)) }
        for method in [HTTPRequest.Method.get, .post] {
            group.on(path(.authorize), method: method) { try await authorize($0, context: $1, family) }
            group.on(path(.userInfo), method: method) { request, _ in try await userInfo(request, family) }
            group.on(path(.endSession), method: method) { request, _ in try await endSession(request, family) }
        }
        group.post(path(.token)) { try await token($0, context: $1, family) }
        group.post(path(.introspect)) { try await introspect($0, context: $1, family) }
        group.post(path(.revoke)) { try await revoke($0, context: $1, family) }
        group.post(path(.push)) { try await push($0, context: $1, family) }
        group.get(path(.keys)) { request, _ in try await keySet(request) }
        group.get(path(.discovery)) { request, _ in try await discovery(request, family) }
    }

    func face(of request: Request, _ family: PathFamily) async throws -> RealmFace {
        RealmFace(
            realm: try await reader.realm(of: request), family: family, address: reader.configuration.publicAddress)
    }

    /// A client's request with its form and credentials, for the services.
    func clientRequest(
        _ request: Request, context: GatehouseContext, _ family: PathFamily
    ) async throws -> Tokens.Request {
        let face = try await face(of: request, family)
        let form = try await request.form()
        let credentials = try ClientCredentials(authorization: request.headers[.authorization], form: form)
        return Tokens.Request(
            form, credentials: credentials, realm: face.realm, issuer: face.issuer, address: reader.address(of: request, context))
    }
}
