import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import Sessions
import Directory

/// `/users/{userID}/sessions` (`docs/protocols/platform.md` 2.1).
enum SessionResource {
    static let routes: [PlatformRoute] = [
        .get(
            .api("users/{userID}/sessions"), "List a user's sessions", .worker(.readIdentities), query: [.limit, .cursor],
            gives: PlatformCollection.shape("sessions", shape)
        ) { turn in
            let user = try await turn.user()
            let sessions = try await turn.services.identities.sessions.sessions(of: user.id, in: turn.realm.id)
            return try PlatformPage.of("sessions", sessions.map { json($0, turn) }, turn).json(turn)
        },
        .get(.api("users/{userID}/sessions/{sessionID}"), "Read a session", .worker(.readIdentities), gives: shape) { turn in
            json(try await session(turn), turn)
        },
        .delete(
            .api("users/{userID}/sessions/{sessionID}"), "End a session", .worker(.changeIdentities), changes: [.signIns, .administration]
        ) { turn in
            guard try await turn.services.identities.sessions.end(handle: try await session(turn).handle, in: turn.realm.id) else {
                throw PlatformError.notFound
            }
        },
    ]

    private static func session(_ turn: PlatformTurn) async throws -> UserSession {
        let (user, handle) = (try await turn.user(), turn.parameters["sessionID"] ?? "")
        guard let session = try await turn.services.identities.sessions.session(handle: handle, in: turn.realm.id), session.user == user.id
        else {
            throw PlatformError.notFound
        }
        return session
    }

    private static func json(_ session: UserSession, _ turn: PlatformTurn) -> JSONObject {
        let time = Form<Date>.time
        let user = session.user.text
        return turn.resource(
            [
                "id": .string(session.handle), "user": ["id": .string(user)], "createdAt": time.write(session.created),
                "activeAt": time.write(session.lastUsed), "expiresAt": time.write(session.ends),
                "idleTimeout": .integer(Int64(session.idleTime)),
            ], at: turn.url("users/\(user)/sessions/\(session.handle)"), links: [("user", turn.url("users/\(user)"))])
    }

    private static let shape = PlatformShape.told(
        "Session",
        [
            ("user", PlatformShape.reference), ("createdAt", PlatformShape.time), ("activeAt", PlatformShape.time),
            ("expiresAt", PlatformShape.time), ("idleTimeout", .integer(0...Int(Int32.max))),
        ])
}
