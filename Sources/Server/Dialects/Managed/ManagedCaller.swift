import Foundation
import HTTPTypes
import Hummingbird
import Primitives
import Services

/// Who asks about the users of a realm, and what they may do.
enum ManagedCaller: Sendable, Equatable {
    /// May see and change all users of the realm: a user, or a client that acts for itself.
    case administrator(AuditActor)
    /// May see themselves, and change of themselves what users may.
    case user(UUID)

    /// Whether this caller may do with a user what is asked.
    /// - Throws: a 403, the same whether there is such a user or not.
    func check(mayTouch id: UUID?) throws(WireError) -> Accounts.Author {
        switch self {
        case .administrator: return .administrator
        case .user(let own):
            guard id == own else { throw Self.denied }
            return .owner
        }
    }

    func checkAdministrator() throws(WireError) {
        guard case .administrator = self else { throw Self.denied }
    }

    /// Who that is, for the audit log.
    var actor: AuditActor {
        switch self {
        case .administrator(let actor): actor
        case .user(let id): .user(id)
        }
    }

    private static let denied = WireError(.forbidden, "Access denied")
}

extension ManagedCaller {
    /// Reads it from an access token with a scope, else from the session. A token that is no good isn't made up for by a session.
    ///
    /// - Throws: a 401 without either, a 403 for one that isn't enough.
    static func of(
        _ request: Request, in realm: Realm, _ reader: RequestReader, scope: String = Scope.manageUsers
    ) async throws -> ManagedCaller {
        guard request.headers.contains(.authorization) else { return try await bySession(request, realm, reader) }
        guard let token = request.bearerToken else { throw WireError.badToken }
        for candidate in try await lineage(of: realm, reader) {
            let face = RealmFace(realm: candidate, family: .am, address: reader.configuration.publicAddress)
            guard let bearer = try await reader.domain.tokens.bearer(of: token, in: candidate, issuer: face.issuer) else { continue }
            guard bearer.scope.contains(scope) else { throw WireError.insufficientScope(scope) }
            // A client that acts for itself was given the scope by an administrator.
            guard let user = bearer.user else { return .administrator(.client(bearer.client)) }
            return try of(user, realm)
        }
        throw WireError.badToken
    }

    private static func bySession(_ request: Request, _ realm: Realm, _ reader: RequestReader) async throws -> ManagedCaller {
        // A browser sends its cookie with what another site makes it send, a token in a header never.
        try CrossSiteFilter.check(request)
        for candidate in try await lineage(of: realm, reader) {
            guard let session = try await reader.session(of: request, in: candidate) else { continue }
            guard let user = try await reader.domain.users.user(session.user, in: candidate.id) else { break }
            return try of(user, realm)
        }
        throw WireError.accessDenied
    }

    private static func of(_ user: User, _ realm: Realm) throws(WireError) -> ManagedCaller {
        if user.isAdministrator { return .administrator(.user(user.id)) }
        guard user.realm == realm.id else { throw denied }
        return .user(user.id)
    }

    /// The realm and those above it, whose administrators administer it too.
    private static func lineage(of realm: Realm, _ reader: RequestReader) async throws -> [Realm] {
        var realms = [realm]
        for depth in (0..<realm.path.names.count).reversed() {
            guard let path = RealmPath(components: Array(realm.path.names.prefix(depth))) else { continue }
            realms.append(try await reader.domain.realms.realm(at: path))
        }
        return realms
    }
}

extension WireError {
    /// RFC 6750 §3.1.
    fileprivate static let badToken = WireError(
        .unauthorized, "Access Denied", headers: [.wwwAuthenticate: "Bearer realm=\"OAuth\", error=\"invalid_token\""])
    fileprivate static func insufficientScope(_ scope: String) -> WireError {
        WireError(
            .forbidden, "the access token needs the scope \(scope)",
            headers: [.wwwAuthenticate: "Bearer realm=\"OAuth\", error=\"insufficient_scope\", scope=\"\(scope)\""])
    }
}
