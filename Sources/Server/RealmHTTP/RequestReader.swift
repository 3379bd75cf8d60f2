package import HTTPBase
import HTTPTypes
package import Hummingbird
package import OAuthMessages
package import Primitives
import Store
package import Sessions
package import Directory
import Foundations

/// Reads from a request what every dialect needs: the realm and the session.
package struct RequestReader: Sendable {
    package let configuration: HTTPConfiguration
    /// The search for the realm of a request.
    package let realms: RealmResolver
    let services: RequestServices

    package init(services: RequestServices, configuration: HTTPConfiguration) {
        self.services = services
        self.configuration = configuration
        realms = RealmResolver(services.realms)
    }

    /// The realm that a request is for.
    /// - Throws: a 404 for an unknown one.
    package func realm(of request: Request, _ context: GatehouseContext, query: FormBody? = nil) async throws -> Realm {
        try await realms.realm(of: request, context, query: query)
    }

    /// The session token that a request presents, in header or cookie. Of several cookies of the name, the first one counts whose session lives
    /// in the realm; where none does, the first one.
    package func sessionToken(of request: Request, in realm: Realm) async throws -> Secret? {
        let tokens = configuration.sessionCookie.tokens(of: request)
        return try await living(tokens, in: realm) ?? tokens.first
    }

    /// The first of some tokens whose session lives in a realm; the only one without a look.
    package func living(_ tokens: [Secret], in realm: Realm) async throws -> Secret? {
        guard tokens.count > 1 else { return tokens.first }
        for token in tokens where try await services.session.registry.peek(token, in: realm.id) != nil { return token }
        return nil
    }

    /// All session tokens that a request presents, for a log-out.
    ///
    /// - Parameter others: tokens that it presents in another way.
    package func everySessionToken(of request: Request, and others: [Secret] = []) -> [Secret] {
        configuration.sessionCookie.everyToken(of: request) + others
    }

    /// Logs out of each session that a request presents, whichever counts, and writes it down.
    package func endSessions(of request: Request, in realm: Realm) async throws {
        for token in everySessionToken(of: request) { _ = try await services.session.end(token, in: realm) }
    }

    /// The living session that a request presents; nil when there is none in this realm. Counts as a use.
    package func session(of request: Request, in realm: Realm) async throws -> UserSession? {
        guard let token = try await sessionToken(of: request, in: realm) else { return nil }
        let session = try await services.session.registry.session(token, in: realm.id)
        if let session { NotedCaller.note(.user(session.user)) }
        return session
    }

    /// Works like ``session(of:in:)``, for a resource that the session of a lesser sign-in than the realm requires isn't enough for.
    /// - Throws: a 403 for one.
    package func sufficientSession(of request: Request, in realm: Realm) async throws -> UserSession? {
        guard let session = try await session(of: request, in: realm) else { return nil }
        guard SignInRequirement(realm.settings).isMet(by: session) else { throw WireError.insufficientSignIn }
        return session
    }

    /// A realm and those above it, whose administrators administer it too.
    package func lineage(of realm: Realm) async throws -> [Realm] {
        var realms = [realm]
        for depth in (0..<realm.path.names.count).reversed() {
            guard let path = RealmPath(components: Array(realm.path.names.prefix(depth))) else { continue }
            realms.append(try await services.realms.realm(at: path))
        }
        return realms
    }

    /// The bearer of an access token that a realm has issued under one of its faces, for its own endpoints; nil when the token is none,
    /// expired or revoked, or its user or client may do nothing any more.
    package func bearer(of token: String, at face: RealmFace) async throws -> Bearer? {
        try await services.bearers.bearer(of: token, in: face.realm, issuer: face.issuer)
    }

    /// The network address that a request comes from: as the front door bound it, which reads it once.
    package func address(of request: Request, _ context: GatehouseContext) -> String {
        Requester.address ?? (try? ClientAddress.of(request, in: context, behind: configuration.proxyHeader)) ?? ClientAddress.unknown
    }
}
