package import Foundation
package import HTTPBase
import HTTPTypes
package import Hummingbird
import Primitives
package import Foundations
package import Directory
import Sessions

/// The caller that asks about the users of a realm, and the caller's rights.
package struct ManagedCaller: Sendable, Equatable {
    /// The caller, for the audit log.
    package let actor: AuditActor
    /// Whether the caller may see and change all users of the realm. Others see themselves, and change of themselves what users may.
    package let isAdministrator: Bool
    /// The upper bound of what the caller may come to hold by what they change.
    package let privileges: Privileges

    /// The user; nil for a client that acts for itself.
    package var user: UUID? { if case .user(let id) = actor { id } else { nil } }

    /// Checks that this caller may do with a user what is asked.
    /// - Throws: a 403, the same whether there is such a user or not.
    package func check(mayTouch id: UUID?) throws(WireError) -> Accounts.Author {
        guard !isAdministrator else { return .administrator }
        guard id == user else { throw Self.denied }
        return .owner
    }

    /// Checks that the caller administers the realm.
    package func checkAdministrator() throws(WireError) {
        guard isAdministrator else { throw Self.denied }
    }

    /// Checks that this caller may change a user: themselves, or a user whose privileges their own cover. A caller who sets a password or
    /// an address can sign in with it.
    /// - Throws: a 403.
    package func check(mayChange subject: User) throws(WireError) {
        guard subject.id == user || privileges.covers(Privileges(of: subject)) else {
            throw WireError(.forbidden, "the user holds privileges that the caller doesn't have")
        }
    }

    private static let denied = WireError(.forbidden, "Access denied")
}

extension ManagedCaller {
    /// Reads it from an access token with a scope, else from the session. A token that is no good isn't made up for by a session.
    ///
    /// - Throws: a 401 without either, a 403 for one that isn't enough.
    package static func of(
        _ request: Request, in realm: Realm, _ reader: RequestReader, scope: String = Scope.manageUsers
    ) async throws -> ManagedCaller {
        guard request.headers.contains(.authorization) else { return try await bySession(request, realm, reader) }
        guard let token = request.bearerToken else { throw WireError.badToken }
        for candidate in try await reader.lineage(of: realm) {
            let face = RealmFace(realm: candidate, family: .am, address: reader.configuration.publicAddress)
            guard let bearer = try await reader.bearer(of: token, at: face) else { continue }
            NotedCaller.note(bearer.user.map { .user($0.id) } ?? .client(bearer.client))
            guard bearer.scope.contains(scope) else { throw WireError.insufficientScope(scope) }
            return try of(bearer, realm)
        }
        throw WireError.badToken
    }

    private static func bySession(_ request: Request, _ realm: Realm, _ reader: RequestReader) async throws -> ManagedCaller {
        // A browser sends its cookie with what another site makes it send, a token in a header never.
        try CrossSiteFilter.check(request)
        for candidate in try await reader.lineage(of: realm) {
            guard let session = try await reader.sufficientSession(of: request, in: candidate) else { continue }
            guard let user = try await reader.services.users.user(session.user, in: candidate.id) else { break }
            return try of(user, realm, Privileges(of: user))
        }
        throw WireError.accessDenied
    }

    /// A token holds no more than its scope, whichever user it is of. A client that acts for itself was given the scope by an
    /// administrator.
    private static func of(_ bearer: Bearer, _ realm: Realm) throws(WireError) -> ManagedCaller {
        guard let user = bearer.user else {
            return ManagedCaller(actor: .client(bearer.client), isAdministrator: true, privileges: Privileges(bearer.scope))
        }
        return try of(user, realm, Privileges(bearer.scope))
    }

    private static func of(_ user: User, _ realm: Realm, _ privileges: Privileges) throws(WireError) -> ManagedCaller {
        guard user.isAdministrator || user.realm == realm.id else { throw denied }
        return ManagedCaller(actor: .user(user.id), isAdministrator: user.isAdministrator, privileges: privileges)
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
