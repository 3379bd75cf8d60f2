import Foundation
import NIOHTTP1
import Primitives
import ServerTesting
import Testing
import Services
import Directory
import Foundations

/// Every route that a session opens.
enum SessionRoute: String, CaseIterable {
    case amAuthorize, plainAuthorize, sessionInfo, infoAndReset, validate, refresh, properties, userID, oldActive

    /// Uses the route with a session; whether it let the session count.
    func opens(_ peer: Peer, _ session: [(String, String)]) async throws -> Bool {
        let json = [("Content-Type", "application/json"), ("Accept-API-Version", "resource=2.1, protocol=1.0")] + session
        func action(_ path: String, _ body: String = "{}") async throws -> Peer.Reply {
            try await peer.send(.POST, "/am/json/realms/alpha/\(path)", json, body: body)
        }
        switch self {
        case .amAuthorize:
            return try await peer.send(.GET, "/am/oauth2/realms/alpha/authorize?" + peer.authorization(), session).redirected("code") != nil
        case .plainAuthorize:
            return try await peer.send(.GET, "/realms/alpha/authorize?" + peer.authorization(), session).redirected("code") != nil
        case .sessionInfo: return try await action("sessions?_action=getSessionInfo").json["username"] != nil
        case .infoAndReset: return try await action("sessions?_action=getSessionInfoAndResetIdleTime").json["username"] != nil
        case .validate: return try await action("sessions?_action=validate").json["valid"] == true
        case .refresh: return try await action("sessions?_action=refresh").json["uid"] != nil
        case .properties:
            return try await action("sessions?_action=getSessionProperties", #"{"properties":["AMCtxId"]}"#).status == 200
        case .userID: return try await action("users?_action=idFromSession").json["id"] != nil
        case .oldActive:
            let reply = try await peer.send(
                .POST, "/am/json/realms/alpha/sessions?_action=isActive",
                [("Content-Type", "application/json"), ("Accept-API-Version", "resource=1.1")] + session, body: "{}")
            return reply.json["active"] == true
        }
    }
}

/// What happened to a session.
enum SessionFate: String, CaseIterable {
    case idle, lifetime, loggedOut, inactiveUser

    func befall(_ peer: Peer, _ session: String) async throws {
        switch self {
        case .idle: peer.time.advance(by: 1_801)
        case .lifetime: try await outlive(peer, session)
        case .loggedOut: _ = try await peer.am("sessions?_action=logout", session: session)
        case .inactiveUser:
            let realm = try #require(try await peer.server.domain.directory.realms.all().first { $0.path.description == "/alpha" })
            let user = try #require(try await peer.server.domain.directory.users.user(named: Demo.user, in: realm.id))
            try await peer.server.domain.directory.users.setStatus(.inactive, of: user.id, in: realm.id)
        }
    }

    /// Uses the session again and again until it ends all the same.
    private func outlive(_ peer: Peer, _ session: String) async throws {
        for _ in 0..<5 {
            peer.time.advance(by: 1_500)
            _ = try await peer.am("sessions?_action=getSessionInfo", session: session)
        }
    }
}

@Suite("Policy: a session that ended opens nothing")
struct SessionPolicyTests {
    private func header(_ token: String) -> [(String, String)] { [(Demo.cookie, token)] }

    @Test("a living session opens the route, as header and as cookie (checklist 15)", arguments: SessionRoute.allCases)
    func control(route: SessionRoute) async throws {
        try await withServer { (peer: Peer) async throws in
            let session = try await peer.signIn()
            #expect(try await route.opens(peer, header(session)))
            #expect(try await route.opens(peer, [("Cookie", "\(Demo.cookie)=\(session)")]))
        }
    }

    @Test("one that ended doesn't, without any job having run (CVE-2025-64708)", arguments: SessionRoute.allCases, SessionFate.allCases)
    func ended(route: SessionRoute, fate: SessionFate) async throws {
        try await withServer { (peer: Peer) async throws in
            let session = try await peer.signIn()
            try await fate.befall(peer, session)
            #expect(try await !route.opens(peer, header(session)))
            #expect(try await !route.opens(peer, [("Cookie", "\(Demo.cookie)=\(session)")]))
        }
    }

    @Test(
        "no token, an empty, a foreign and a broken one don't", arguments: SessionRoute.allCases,
        ["", "x", "AQIC5w*AAJTSQACMDE.*", "%00", String(repeating: "a", count: 4096)])
    func malformed(route: SessionRoute, token: String) async throws {
        try await withServer { (peer: Peer) async throws in
            #expect(try await !route.opens(peer, []))
            #expect(try await !route.opens(peer, header(token)))
        }
    }

    @Test("two tokens at once, one of them false, don't", arguments: SessionRoute.allCases)
    func duplicated(route: SessionRoute) async throws {
        try await withServer { (peer: Peer) async throws in
            let session = try await peer.signIn()
            #expect(try await !route.opens(peer, header("false") + header(session)))
        }
    }

    @Test("logging out in parallel with use leaves nothing alive", arguments: SessionRoute.allCases)
    func concurrent(route: SessionRoute) async throws {
        try await withServer { (peer: Peer) async throws in
            let session = try await peer.signIn()
            await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { _ = try? await route.opens(peer, header(session)) } }
                group.addTask { _ = try? await peer.am("sessions?_action=logout", session: session) }
            }
            #expect(try await !route.opens(peer, header(session)))
        }
    }

    @Test("a session of one realm opens nothing in another")
    func otherRealm() async throws {
        try await withServer { (peer: Peer) async throws in
            let session = try await peer.signIn()
            let reply = try await peer.send(
                .POST, "/am/json/realms/root/sessions?_action=validate", [("Accept-API-Version", "resource=2.1")] + header(session),
                body: "{}")
            #expect(reply.json["valid"] != true)
        }
    }
}
