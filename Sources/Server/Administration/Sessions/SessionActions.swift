package import Directory
import Foundation
package import Foundations
package import Primitives
import Sessions

/// Lists a user's sessions.
package struct ListSessions: ReadingAction {
    package static let declaration = ActionDeclaration("session.list", .readIdentities, "List a user's sessions, newest first.")

    package let realm: RealmPath
    package let username: String

    package init(realm: RealmPath, username: String) {
        self.realm = realm
        self.username = username
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [JSONObject] {
        let user = try await site.domain.existingUser(username, in: realm)
        return try await site.domain.session.registry.sessions(of: user.id, in: realm.id).map(\.summary)
    }
}

/// Signs a user out of one session, or of all.
package struct EndSessions: ChangingAction {
    package static let declaration = ActionDeclaration(
        "session.end", .changeIdentities, "Sign a user out of one session, or of all.")

    package enum Which: Sendable {
        case handle(String)
        /// All of a user's.
        case user(String)
    }

    package let realm: RealmPath
    package let which: Which

    package init(realm: RealmPath, _ which: Which) {
        self.realm = realm
        self.which = which
    }

    /// The number of sessions that were ended.
    package func perform(in realm: Realm, at site: Site) async throws -> Int {
        var ended = 0
        for session in try await sessions(in: realm, site.domain)
        where try await site.domain.session.end(handle: session.handle, of: session.user, in: realm) { ended += 1 }
        return ended
    }

    private func sessions(in realm: Realm, _ domain: AdministrationServices) async throws -> [UserSession] {
        switch which {
        case .user(let name): return try await domain.session.registry.sessions(of: domain.existingUser(name, in: realm).id, in: realm.id)
        case .handle(let handle):
            guard let session = try await domain.session.registry.session(handle: handle, in: realm.id) else {
                throw AdministrationError(.unknown, "there is no session \(handle) in realm \(realm.path)")
            }
            return [session]
        }
    }
}

extension UserSession {
    fileprivate var summary: JSONObject {
        [
            "handle": .string(handle), "username": .string(username), "journey": .string(journey),
            "created": .string(created.formatted(.iso8601)), "lastUsed": .string(lastUsed.formatted(.iso8601)),
            "idleEnds": .string(idleEnds.formatted(.iso8601)), "ends": .string(ends.formatted(.iso8601)),
            "authLevel": .integer(Int64(authLevel)),
        ]
    }
}
