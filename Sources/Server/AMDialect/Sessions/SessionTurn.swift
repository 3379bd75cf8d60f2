import Foundation
import HTTPBase
import HTTPTypes
import JourneyMessages
import Primitives
import Sessions
import Directory
import Foundations

/// One request about a session, with what answering it needs.
struct SessionTurn: Sendable {
    let services: AMServices
    let realm: Realm
    let token: Secret
    /// The body's JSON; an empty object when there was none.
    let body: JSONValue
    /// Whether the request asks that it counts as a use.
    let refreshes: Bool

    /// The living session.
    /// - Throws: a 401 when there is none.
    func session(countsAsUse: Bool = false) async throws -> UserSession {
        guard var session = try await services.session.registry.peek(token, in: realm.id) else { throw WireError.accessDenied }
        if countsAsUse {
            try await services.session.registry.touch(session)
            session.lastUsed = services.time.now
        }
        return session
    }

    func logOut() async throws -> JSONValue {
        let session = try await services.session.registry.peek(token, in: realm.id)
        guard try await services.session.end(token, in: realm) else { return ["result": "Token has expired"] }
        let details = session?.properties[UserSession.logoutDetails].flatMap { try? JSONValue(parsing: $0) }?.object
        var answer = details ?? JSONObject()
        answer["result"] = "Successfully logged out"
        return .object(answer)
    }

    func validate() async throws -> JSONValue {
        guard let session = try await services.session.registry.peek(token, in: realm.id) else { return ["valid": false] }
        return [
            "valid": true, "sessionUid": .string(session.contextID), "uid": .string(session.username),
            "realm": .string(realm.path.description),
        ]
    }

    func info(countsAsUse: Bool) async throws -> JSONValue {
        let session = try await session(countsAsUse: countsAsUse)
        return SessionInfo(
            username: session.username, universalID: UniversalID.of(session.username, in: realm.path),
            realm: realm.path.description, latestAccess: session.lastUsed, maxIdleExpiration: session.idleEnds,
            maxSessionExpiration: session.ends, properties: visibleProperties(of: session)
        ).json
    }

    func refresh() async throws -> JSONValue {
        let session = try await session(countsAsUse: true)
        return [
            "uid": .string(session.username), "realm": .string(realm.path.description), "idletime": 0,
            "maxidletime": Self.minutes(session.idleTime), "maxsessiontime": Self.minutes(session.lifetime),
        ]
    }

    /// Ends sessions by their handles: the user's own. The owners of the others aren't told.
    func logOutByHandle() async throws -> JSONValue {
        let session = try await session()
        guard let handles = body["sessionHandles"]?.strings, handles.count <= Self.mostHandles else {
            throw WireError(.badRequest, "sessionHandles is an array of at most \(Self.mostHandles) strings")
        }
        var results = JSONObject()
        for handle in handles {
            results[handle] = .bool(try await services.session.end(handle: handle, of: session.user, in: realm))
        }
        return ["result": .object(results)]
    }

    private static let mostHandles = 100

    /// Whole minutes, in which the older answers give lifetimes.
    static func minutes(_ seconds: Int) -> JSONValue { .integer(Int64(seconds / 60)) }
}

extension UserSession {
    /// The session's public name without the prefix that handles have.
    var contextID: String { handle.split(separator: ":").last.map(String.init) ?? handle }

    /// Seconds from its beginning to its end.
    var lifetime: Int { Int(ends.timeIntervalSince(created)) }
}
