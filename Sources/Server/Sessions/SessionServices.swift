package import Foundation
package import Primitives
package import Directory
package import Foundations
import Store

/// The services of sessions and of sign-in at other providers.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class SessionServices: Sendable {
    package let registry: SessionRegistry
    package let providers: IdentityProviders
    package let federation: Federation
    private let platform: Platform

    package init(_ platform: Platform) {
        self.platform = platform
        registry = SessionRegistry(database: platform.database, time: platform.time, random: platform.random)
        providers = IdentityProviders(database: platform.database, sealer: platform.sealer, configuration: platform.configuration)
        federation = Federation(http: platform.http, time: platform.time)
    }

    /// Ends the session of a token, in whichever realm it lives, and writes it down: a browser that logs out has all its sessions ended.
    ///
    /// - Returns: whether a session of this realm was ended.
    package func end(_ token: Secret, in realm: Realm) async throws -> Bool {
        let now = platform.time.now
        return try await platform.database.write { [audit = platform.audit] transaction in
            let ended = try SessionRegistry.logOut(everyOf: [token], at: now, audit, in: transaction)
            return ended.contains { $0.realm == realm.id }
        }
    }

    /// Ends the session of a handle, if it is the user's, and writes it down; false when there was none alive.
    package func end(handle: String, of user: UUID, in realm: Realm) async throws -> Bool {
        let now = platform.time.now
        return try await platform.database.write { transaction in
            guard let session = try SessionRegistry.living(handle: handle, realm: realm.id, at: now, in: transaction),
                session.user == user
            else { return false }
            try self.end(session, in: realm, at: now, transaction)
            return true
        }
    }

    private func end(_ session: UserSession, in realm: Realm, at now: Date, _ transaction: any WriteTransaction) throws {
        guard try SessionRegistry.logOut(handle: session.handle, realm: realm.id, in: transaction) else { return }
        let event = AuditEvent(
            .sessionEnded, at: now, realm: realm.path.description, user: session.user.text, session: session.handle)
        try platform.audit.append(event, in: transaction)
    }
}
