package import Foundation
package import Primitives
import Store
import Sessions
package import Directory
import Foundations

extension Domain {
    /// Ends the session of a token and writes it down; false when there was none alive.
    package func endSession(of token: Secret, in realm: Realm) async throws -> Bool {
        let now = time.now
        return try await database.write { transaction in
            guard let session = try SessionRegistry.living(token, realm: realm.id, at: now, in: transaction) else { return false }
            try self.end(session, in: realm, at: now, transaction)
            return true
        }
    }

    /// Ends the session of a handle, if it is the user's, and writes it down; false when there was none alive.
    package func endSession(handle: String, of user: UUID, in realm: Realm) async throws -> Bool {
        let now = time.now
        return try await database.write { transaction in
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
            .sessionEnded, at: now, realm: realm.path.description, user: session.user.text,
            session: session.handle)
        try audit.append(event, in: transaction)
    }
}
