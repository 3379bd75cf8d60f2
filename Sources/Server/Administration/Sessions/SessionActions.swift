package import Directory
import Foundation
package import Foundations
package import Primitives
import ResourceMessages
import Sessions

/// Lists a user's sessions.
package struct ListSessions: ReadingAction {
    package static let declaration = ActionDeclaration("session.list", .readIdentities, "List a user's sessions, newest first.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("users/{username}/sessions", by: "handle", filter: ["journey"]), .rows(.object(UserSession.shape)),
            from: { Self(realm: $0, username: "") }, .init("username", \.username, .name, .required), .after(\.after),
            .passed(\.passed), .limit(\.limit))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The handle after whose session the list begins.
    package var after = ""
    /// The number of sessions before the list's beginning, for when that session has ended.
    package var passed = 0
    /// The greatest number of entries to return.
    package var limit = Int.max

    package init(realm: RealmPath, username: String) {
        self.realm = realm
        self.username = username
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [JSONObject] {
        let user = try await site.domain.existingUser(username, in: realm)
        let place = ListPlace(after: after, passed: passed)
        return try await site.domain.session.registry.sessions(of: user.id, in: realm.id, from: place, limit: limit).map(\.summary)
    }
}

/// Signs a user out of one session, or of all.
package struct EndSessions: ChangingAction {
    package static let declaration = ActionDeclaration(
        "session.end", .changeIdentities, "Sign a user out of one session, or of all.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("sessions:end", .hard).long, .wrapped("EndedSessions", "ended", .whole), from: { Self(realm: $0, .user("")) },
            .init("handle", optional: \.handle, .name), .init("username", optional: \.username, .name))
    }

    /// The sessions to end.
    package enum Which: Sendable {
        case handle(String)
        /// All of a user's.
        case user(String)
    }

    package var realm: RealmPath
    /// The sessions to end.
    package var which: Which

    /// The handle of the one session.
    fileprivate var handle: String? {
        get { if case .handle(let handle) = which { handle } else { nil } }
        set { if let newValue { which = .handle(newValue) } }
    }

    /// The name of the user of whom it is all.
    fileprivate var username: String? {
        get { if case .user(let name) = which { name } else { nil } }
        set { if let newValue { which = .user(newValue) } }
    }

    package init(realm: RealmPath, _ which: Which) {
        self.realm = realm
        self.which = which
    }

    /// The number of sessions that were ended.
    package func perform(in realm: Realm, at site: Site) async throws -> Int {
        let domain = site.domain
        switch which {
        case .user(let name):
            let user = try await domain.existingUser(name, in: realm)
            var ended = 0
            while true {
                let more = try await end(try await domain.session.registry.sessions(of: user.id, in: realm.id), in: realm, domain)
                guard more > 0 else { return ended }
                ended += more
            }
        case .handle(let handle):
            guard let session = try await domain.session.registry.session(handle: handle, in: realm.id) else {
                throw AdministrationError(.unknown, "there is no session \(handle) in realm \(realm.path)")
            }
            return try await end([session], in: realm, domain)
        }
    }

    /// Ends sessions one by one, and returns how many of them hadn't ended yet.
    private func end(_ sessions: [UserSession], in realm: Realm, _ domain: AdministrationServices) async throws -> Int {
        var ended = 0
        for session in sessions where try await domain.session.end(handle: session.handle, of: session.user, in: realm) {
            ended += 1
            try WorkProgress.step()
        }
        return ended
    }
}

extension UserSession {
    static var shape: ObjectShape {
        let time: Shape = .text(.init(format: "date-time"))
        let members: [(String, Shape)] = [
            ("handle", .text), ("username", .text), ("journey", .text), ("created", time), ("lastUsed", time), ("idleEnds", time),
            ("ends", time), ("authLevel", .integer()),
        ]
        return ObjectShape(name: "Session", members: members.map { .init(name: $0.0, shape: $0.1, presence: .readOnly) })
    }

    fileprivate var summary: JSONObject {
        [
            "handle": .string(handle), "username": .string(username), "journey": .string(journey),
            "created": .string(created.formatted(.iso8601)), "lastUsed": .string(lastUsed.formatted(.iso8601)),
            "idleEnds": .string(idleEnds.formatted(.iso8601)), "ends": .string(ends.formatted(.iso8601)),
            "authLevel": .integer(Int64(authLevel)),
        ]
    }
}
