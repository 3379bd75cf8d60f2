import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import OAuth
import Directory
import Foundations
import Sessions

/// The caller, by the access token of a request.
struct PlatformCaller: Sendable {
    /// The client of the token.
    let client: String
    /// The user whose token it is; nil when the client acts for itself.
    let user: UUID?
    let scope: Scope
    /// The permissions of the client's roles; nothing for a user's token.
    let permissions: AdministratorRole.Permission

    /// The caller, for the audit log.
    var actor: AuditActor { user.map(AuditActor.user) ?? .client(client) }

    /// The privileges that the caller may give away: of their roles and of the token's scopes. Users act here on nothing but what is their
    /// own.
    var privileges: Privileges { user == nil ? Privileges(permissions).union(Privileges(scope)) : .none }

    /// The caller where no token is wanted.
    static let nobody = PlatformCaller(client: "", user: nil, scope: .none, permissions: [])

    /// Reads it from the access token.
    /// - Throws: a 401 without one, and for one that is expired, revoked, or another realm's.
    static func of(
        _ request: Request, in realm: Realm, _ reader: RequestReader, _ clients: ClientServices
    ) async throws -> PlatformCaller {
        guard let token = request.bearerToken else { throw PlatformError.noToken }
        let face = RealmFace(realm: realm, family: .platform, address: reader.configuration.publicAddress)
        guard let bearer = try await reader.bearer(of: token, at: face) else {
            throw PlatformError.badToken
        }
        NotedCaller.note(bearer.user.map { .user($0.id) } ?? .client(bearer.client))
        let roles =
            bearer.user == nil
            ? try await clients.applications.application(bearer.client, in: realm.id)?.settings.roles : nil
        return PlatformCaller(
            client: bearer.client, user: bearer.user?.id, scope: bearer.scope, permissions: Privileges(roles ?? []).permissions)
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

    /// Refuses another user's things to a user, where the path doesn't name the owner.
    /// - Throws: a 403.
    func check(owner: UUID) throws(PlatformError) {
        guard user == nil || user == owner else { throw PlatformError.accessFailed }
    }

    /// Refuses to give away, or to act on, what the caller doesn't hold: a holder of an application's secret, or of a user's password, has
    /// its privileges.
    /// - Throws: a 403.
    func check(covers subject: Privileges) throws(PlatformError) {
        guard privileges.covers(subject) else { throw PlatformError.notCovered }
    }
}
