import Foundation
import HTTPTypes
import Hummingbird
import Primitives
import Services

/// Who asks, by the access token of a request.
struct PlatformCaller: Sendable {
    /// The client of the token.
    let client: String
    /// The user whose token it is; nil when the client acts for itself.
    let user: UUID?
    let scope: Scope
    /// What the client's roles are made of; nothing for a user's token.
    let permissions: Set<AdministratorRole.Permission>

    /// Who that is, for the audit log.
    var actor: AuditActor { user.map(AuditActor.user) ?? .client(client) }

    /// Whoever asks where no token is wanted.
    static let nobody = PlatformCaller(client: "", user: nil, scope: .none, permissions: [])

    /// Reads it from the access token.
    /// - Throws: a 401 without one, and for one that is expired, revoked, or another realm's.
    static func of(_ request: Request, in realm: Realm, _ reader: RequestReader) async throws -> PlatformCaller {
        guard let token = request.bearerToken else { throw PlatformError.noToken }
        let face = RealmFace(realm: realm, family: .platform, address: reader.configuration.publicAddress)
        guard let bearer = try await reader.domain.tokens.bearer(of: token, in: realm, issuer: face.issuer) else {
            throw PlatformError.badToken
        }
        let roles = bearer.user == nil ? try await reader.domain.applications.application(bearer.client, in: realm.id)?.settings.roles : nil
        return PlatformCaller(
            client: bearer.client, user: bearer.user?.id, scope: bearer.scope,
            permissions: (roles ?? []).reduce(into: []) { $0.formUnion($1.permissions) })
    }

    /// Refuses what this caller may not do.
    ///
    /// - Parameter owner: the user whose things the path names, if it does.
    /// - Throws: a 401 for a user's token where only applications may ask, a 403 for too little.
    func check(_ access: PlatformAccess, owner: UUID?) throws(PlatformError) {
        guard !access.isForAnyone else { return }
        guard let user else {
            guard permissions.contains(access.permission) || access.scope.map(scope.contains) ?? false else {
                throw PlatformError.accessFailed
            }
            return
        }
        guard access.isForOwners else { throw PlatformError.workerNeeded }
        guard access.scope.map(scope.contains) ?? false, owner == nil || owner == user else { throw PlatformError.accessFailed }
    }

    /// Refuses somebody else's things to a user, where the path doesn't name the owner.
    /// - Throws: a 403.
    func check(owner: UUID) throws(PlatformError) {
        guard user == nil || user == owner else { throw PlatformError.accessFailed }
    }

    /// Refuses to give away, or to take, rights that the caller doesn't have: whoever holds an application's secret has its rights.
    /// - Throws: a 403.
    func check(covers roles: [AdministratorRole]?) throws(PlatformError) {
        guard (roles ?? []).allSatisfy({ $0.permissions.isSubset(of: permissions) }) else { throw PlatformError.accessFailed }
    }
}
