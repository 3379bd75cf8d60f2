package import Pages
package import HTTPBase
import Hummingbird
import OAuth
package import Directory
import Foundations
import PageHTTP
import Primitives
package import RealmHTTP

/// The endpoints of OAuth 2.0 and OpenID Connect, of each realm, in both families of paths.
package struct OpenIDRoutes: Dialect {
    let reader: RequestReader
    let services: OpenIDServices
    let authorizeErrors: AuthorizeErrors
    let flows: any FlowAnswering
    let forms: FormTokens
    /// The journey for registration in a realm; nil where there is none.
    let registration: @Sendable (Realm) async throws -> String?

    /// - Parameters:
    ///   - flows: the dialect that answers by flows.
    ///   - registration: the journey for registration in a realm; nil where there is none.
    package init(
        reader: RequestReader, services: OpenIDServices, pages: Pages, flows: any FlowAnswering,
        registration: @escaping @Sendable (Realm) async throws -> String?
    ) {
        self.reader = reader
        self.services = services
        self.flows = flows
        self.registration = registration
        authorizeErrors = AuthorizeErrors(pages: pages)
        forms = FormTokens(services.sealer)
    }

    package var routes: [Route] {
        family(ContextPath.prefixes("oauth2")).routes(declarations(.am))
            + family(["{realm}"]).routes(declarations(.plain)) + family([":environmentID/as"]).routes(declarations(.platform))
            + metadataRoutes
    }

    /// The metadata where OAuth clients without OpenID Connect look for them: the well-known part stands before the path of the issuer
    /// (RFC 8414 §3.1).
    private var metadataRoutes: [Route] {
        let places: [(PathFamily, [String])] = [
            (.am, ContextPath.prefixes("oauth2")), (.plain, ["{realm}"]), (.platform, [":environmentID/as"]),
        ]
        return places.flatMap { family, prefixes in
            RouteFamily(
                prefixes.map { Self.metadataPath + "/" + $0 }, sharing: .realmOrigins, proofs: [], refusals: .none,
                realm: family == .platform ? nil : realm(inMetadataPath:_:), errors: OAuthErrors()
            ).routes([.get("") { try await discovery($0, $1, family) }])
        }
    }

    private static let metadataPath = ".well-known/oauth-authorization-server"

    /// The realm that the issuer's path names, which follows the well-known part.
    private func realm(inMetadataPath request: Request, _ context: GatehouseContext) async throws -> RealmPath {
        let path =
            if let name = context.parameters.get(ContextPath.bareRealm) {
                name == "root" ? RealmPath.root : RealmPath(components: [name])
            } else {
                RealmTarget(path: String(Substring(request.uri.path.utf8.dropFirst(Self.metadataPath.utf8.count + 1))))?.realm
            }
        guard let path else { throw WireError(.notFound, "Realm not found") }
        return path
    }

    private func family(_ prefixes: [String]) -> RouteFamily {
        RouteFamily(
            prefixes, sharing: .realmOrigins, proofs: [.client, .session, .accessToken], refusals: .byService, errors: OAuthErrors())
    }

    private func declarations(_ family: PathFamily) -> [RouteDeclaration] {
        let name = family.name(of:)
        let inEitherWay = [HTTPRequest.Method.get, .post].flatMap { method -> [RouteDeclaration] in
            [
                .on(method, name(.authorize), changes: .signIns) { try await authorize($0, context: $1, family) },
                // Clients that are refused are written down where they are; a user's refused token isn't written down.
                .on(method, name(.userInfo), changes: .nothing) { try await userInfo($0, $1, family) }.refusing(.written),
                .on(method, name(.endSession), changes: .signIns) { try await endSession($0, $1, family) },
                .on(method, name(.idpEndSession), changes: .signIns) { try await idpEndSession($0, $1, family) },
            ]
        }
        return inEitherWay + [
            .post(name(.token), changes: .signIns) { try await token($0, context: $1, family) },
            .post(name(.introspect), changes: .nothing) { try await introspect($0, context: $1, family) },
            .post(name(.revoke), changes: .signIns) { try await revoke($0, context: $1, family) },
            .post(name(.push), changes: .signIns) { try await push($0, context: $1, family) },
            .get(name(.keys)) { try await keySet($0, $1) },
            .get(name(.discovery)) { try await discovery($0, $1, family) },
            .get(name(.checkSession)) { try await checkSession($0, $1, family) },
        ]
    }

    func face(of request: Request, _ context: GatehouseContext, _ family: PathFamily) async throws -> RealmFace {
        RealmFace(
            realm: try await reader.realm(of: request, context), family: family, address: reader.configuration.publicAddress)
    }

    /// A client's request with its form and credentials, for the services.
    func clientRequest(
        _ request: Request, context: GatehouseContext, _ family: PathFamily
    ) async throws -> Tokens.Request {
        let face = try await face(of: request, context, family)
        let form = try await request.form()
        let credentials = try ClientCredentials(authorization: request.headers[.authorization], form: form)
        return Tokens.Request(
            form, credentials: credentials, realm: face.realm, issuer: face.issuer, address: reader.address(of: request, context))
    }
}
