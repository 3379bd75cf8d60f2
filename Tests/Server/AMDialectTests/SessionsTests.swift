import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import JourneyMessages
import Primitives
import Foundations
import Store
import Testing

import Services
import Sessions
import Directory

@Suite("POST …/sessions")
struct SessionsTests {
    private static let denied: JSONValue = ["code": 401, "reason": "Unauthorized", "message": "Access Denied"]

    @Test("getSessionInfo has every member that clients require")
    func info() async throws {
        let server = try await ServerHarness()
        let answer = try await server.session("getSessionInfo", token: try await server.sessionToken(), version: "resource=2.1")
        #expect(answer.headers[.contentAPIVersion] == "resource=2.1")
        #expect(answer.json["username"] == "demo")
        #expect(answer.json["universalId"] == "id=demo,ou=user,o=alpha,ou=services,ou=am-config")
        #expect(answer.json["realm"] == "/alpha")
        #expect(answer.json["latestAccessTime"] == "2026-01-01T00:00:00Z")
        #expect(answer.json["maxIdleExpirationTime"] == "2026-01-01T00:30:00Z")
        #expect(answer.json["maxSessionExpirationTime"] == "2026-01-01T02:00:00Z")
        #expect(answer.json["properties"]?["AMCtxId"]?.string?.isEmpty == false)
    }

    @Test("asking doesn't count as a use; asking to reset the idle time does")
    func idleTime() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        server.time.advance(by: 600)
        let asked = try await server.session("getSessionInfo", token: token)
        #expect(asked.json["latestAccessTime"] == "2026-01-01T00:00:00Z")
        let reset = try await server.session("getSessionInfoAndResetIdleTime", token: token)
        #expect(reset.json["latestAccessTime"] == "2026-01-01T00:10:00Z")
        server.time.advance(by: 1500)
        #expect(try await server.session("validate", token: token).json["valid"] == true)
        server.time.advance(by: 301)
        #expect(try await server.session("validate", token: token).json == ["valid": false])
    }

    @Test("the session ends for good after its lifetime, however much it is used")
    func lifetime() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        for _ in 0..<4 {
            server.time.advance(by: 1799)
            _ = try await server.session("refresh", token: token)
        }
        #expect(try await server.session("getSessionInfo", token: token).status == .ok)
        server.time.advance(by: 5)
        #expect(try await server.session("getSessionInfo", token: token).json == Self.denied)
    }

    @Test("validate, refresh")
    func validate() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        let valid = try await server.session("validate", token: token)
        #expect(valid.json["valid"] == true && valid.json["uid"] == "demo" && valid.json["realm"] == "/alpha")
        #expect(try await server.session("validate", token: "nonsense").json == ["valid": false])
        #expect(try await server.session("validate", token: nil, query: "&tokenId=\(token)").json["valid"] == true)
        #expect(try await server.session("validate", token: nil, body: ["tokenId": .string(token)]).json["valid"] == true)
        let refreshed = try await server.session("refresh", token: token)
        #expect(refreshed.json == ["uid": "demo", "realm": "/alpha", "idletime": 0, "maxidletime": 30, "maxsessiontime": 120])
    }

    @Test("logout ends the session, expires the cookie, and says when there was nothing to end", arguments: ["", "/"])
    func logout(slash: String) async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        let path = "/realms/root/realms/alpha/sessions\(slash)"
        let done = try await server.session("logout", token: token, path: path, body: ["tokenId": .string(token)])
        #expect(done.status == .ok)
        #expect(done.json == ["result": "Successfully logged out"])
        #expect(done.setCookie("iPlanetDirectoryPro")?.contains("Max-Age=0") == true)
        #expect(try await server.session("getSessionInfo", token: token).json == Self.denied)
        #expect(try await server.session("logout", token: token).json == ["result": "Token has expired"])
        let cookieOnly = try await server.sessionToken()
        let byCookie = try await server.send(
            .post, "/am/json/realms/alpha/sessions/?_action=logout",
            headers: [.known("X-Requested-With"): "forgerock-sdk", .cookie: "iPlanetDirectoryPro=\(cookieOnly)"])
        #expect(byCookie.json == ["result": "Successfully logged out"])
    }

    @Test("a logout is in the audit log with the session's handle, never its token")
    func audited() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        _ = try await server.session("logout", token: token)
        try await AuditLog.seal(server.domain.platform.database)
        let rows = try await server.domain.platform.database.read { transaction in
            try transaction.rows("SELECT kind, session FROM audit_event ORDER BY seq").map {
                (try $0.text("kind"), try $0.optionalText("session") ?? "")
            }
        }
        #expect(rows.last?.0 == "session.ended")
        #expect(rows.last?.1.hasPrefix("shandle:") == true)
    }

    @Test(
        "without a living session every action is a 401",
        arguments: [
            "getSessionInfo", "getSessionInfoAndResetIdleTime", "refresh", "getSessionProperties", "updateSessionProperties",
            "logoutByHandle",
        ])
    func denied(action: String) async throws {
        let server = try await ServerHarness()
        let root = try #require(try await server.signIn(realm: "").json["tokenId"]?.string)
        for token in [nil, "nonsense", "", root] {
            let answer = try await server.session(action, token: token)
            #expect(answer.status == .unauthorized)
            #expect(answer.json == Self.denied)
        }
    }

    @Test("an inactive user's session is worth nothing")
    func inactive() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        let alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let user = try #require(try await server.domain.directory.users.user(named: "demo", in: alpha.id))
        try await server.domain.directory.users.setStatus(.inactive, of: user.id, in: alpha.id)
        #expect(try await server.session("getSessionInfo", token: token).json == Self.denied)
    }

    @Test("properties: only exposed ones can be read or set")
    func properties() async throws {
        let server = try await ServerHarness()
        var alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        alpha.settings[SessionSettings.self].exposedSessionProperties = ["AMCtxId", "theme"]
        try await server.domain.directory.realms.update(alpha)
        let token = try await server.sessionToken()
        let set = try await server.session("updateSessionProperties", token: token, body: ["theme": "dark"])
        #expect(set.json["theme"] == "dark")
        #expect(try await server.session("getSessionProperties", token: token, body: ["properties": ["theme"]]).json == ["theme": "dark"])
        for body in [["secret": "x"], ["AMCtxId": "x"]] as [JSONValue] {
            #expect(try await server.session("updateSessionProperties", token: token, body: body).status == .forbidden)
        }
        let hidden = try await server.session("getSessionProperties", token: token, body: ["properties": ["secret"]])
        #expect(hidden.status == .forbidden)
        #expect(try await server.session("updateSessionProperties", token: token, body: ["theme": 1]).status == .badRequest)
    }

    @Test("logoutByHandle ends the user's own sessions and nobody else's")
    func byHandle() async throws {
        let server = try await ServerHarness()
        let alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let hash = try await server.domain.directory.hasher.hash(Secret("Other1word!"))
        _ = try await server.domain.directory.users.create("other", in: alpha.id, passwordHash: hash)
        let step = try await server.start()
        let other = try #require(try await server.authenticate(step.answering(["other", "Other1word!"])).json["tokenId"]?.string)
        let (mine, second) = (try await server.sessionToken(), try await server.sessionToken())
        func handle(_ token: String) async throws -> String {
            try #require(try await server.domain.session.registry.peek(Secret(token), in: alpha.id)).handle
        }
        let handles = [try await handle(second), try await handle(other), "shandle:nope"]
        let answer = try await server.session(
            "logoutByHandle", token: mine, body: ["sessionHandles": .array(handles.map(JSONValue.string))])
        #expect(answer.json["result"]?.object?.members.map(\.value) == [true, false, false])
        #expect(try await server.session("validate", token: second).json["valid"] == false)
        #expect(try await server.session("validate", token: other).json["valid"] == true)
    }

    @Test("version 1 answers with single values; later versions don't know these actions")
    func versionOne() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        server.time.advance(by: 20)
        func ask(_ action: String) async throws -> JSONValue {
            try await server.session(action, token: token, version: "resource=1.2").json
        }
        #expect(try await ask("isActive") == ["active": true])
        #expect(try await ask("getIdle") == ["idletime": 20])
        #expect(try await ask("getMaxIdle") == ["maxidletime": 30])
        #expect(try await ask("getMaxSessionTime") == ["maxsessiontime": 120])
        #expect(try await ask("getTimeLeft") == ["maxtime": 7180])
        #expect(try await ask("getPropertyNames") == ["properties": ["AMCtxId"]])
        #expect(try await server.session("isActive", token: "nonsense", version: "resource=1.1").json == ["active": false])
        #expect(try await server.session("isActive", token: token).status == .badRequest)
    }

    @Test("an unknown action is a 400, a missing one too")
    func unknownAction() async throws {
        let server = try await ServerHarness()
        let token = try await server.sessionToken()
        #expect(try await server.session("explode", token: token).status == .badRequest)
        #expect(try await server.session("", token: token).status == .badRequest)
    }
}
