import Foundation
import NIOHTTP1
import OAuthMessages
import Primitives
import ServerTesting
import SignIn
import Testing
import Services
import Directory
import Foundations

/// Every way in which a password can be tried. A locked account is locked in all of them.
enum PasswordRoute: String, CaseIterable, CustomTestStringConvertible {
    case login = "Login", named = "sdkUsernamePasswordJourney", nestedRealm, realmQuery, headers, page
    var testDescription: String { rawValue }

    /// Tries a password; whether it opened a session.
    func opens(_ peer: Peer, _ password: String) async throws -> Bool {
        switch self {
        case .login, .named: try await answers(peer, "/am/json/realms/alpha/\(Peer.journey)\(rawValue)", .string(password))
        case .nestedRealm: try await answers(peer, "/am/json/realms/root/realms/alpha/\(Peer.journey)Login", .string(password))
        case .realmQuery: try await answers(peer, "/am/json/\(Peer.journey)Login&realm=/alpha", .string(password))
        case .headers: try await sends(peer, password)
        case .page: try await submits(peer, password)
        }
    }

    /// As an app: the step, answered.
    private func answers(_ peer: Peer, _ path: String, _ password: JSONValue) async throws -> Bool {
        let headers = [("Content-Type", "application/json"), ("Accept-API-Version", "resource=2.1")]
        let step = try await peer.send(.POST, path, headers, body: "{}").json
        let callbacks = [("NameCallback", JSONValue.string(Demo.user)), ("PasswordCallback", password)].enumerated().map { index, answer in
            JSONValue.object(["type": .string(answer.0), "input": [["name": .string("IDToken\(index + 1)"), "value": answer.1]]])
        }
        let body: JSONValue = ["authId": step["authId"] ?? .null, "callbacks": .array(callbacks)]
        return try await peer.send(.POST, path, headers, body: body.text).json["tokenId"] != nil
    }

    /// As a program: in headers, where the realm lets it.
    private func sends(_ peer: Peer, _ password: String) async throws -> Bool {
        var realm = try await peer.server.domain.directory.realms.realm(at: RealmPath("alpha") ?? .root)
        realm.settings[JourneySettings.self].zeroPageLogin = true
        try await peer.server.domain.directory.realms.update(realm)
        let reply = try await peer.am(
            Peer.journey + "Login", [("X-OpenAM-Username", Demo.user), ("X-OpenAM-Password", password)])
        return reply.json["tokenId"] != nil
    }

    /// As a person: in the form of the sign-on page.
    private func submits(_ peer: Peer, _ password: String) async throws -> Bool {
        let page = try await peer.send(.GET, "/realms/alpha/login")
        let cookie = page.headers["Set-Cookie"].map { $0.prefix { $0 != ";" } }.joined(separator: "; ")
        var form = FormBody(
            page.text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map { (String($0.1), String($0.2)) })
        form.append("IDToken1", Demo.user)
        form.append("IDToken2", password)
        let reply = try await peer.form("/realms/alpha/login", form.encoded, [("Cookie", cookie)])
        return reply.headers["Set-Cookie"].contains { $0.hasPrefix(Demo.cookie + "=") }
    }
}

@Suite("Policy: lock-out on every way to a password")
struct LockOutPolicyTests {
    static let threshold = 5

    @Test("locked by one way, locked by all", arguments: PasswordRoute.allCases, PasswordRoute.allCases)
    func sibling(locked: PasswordRoute, tried: PasswordRoute) async throws {
        try await withServer { (peer: Peer) async throws in
            #expect(try await tried.opens(peer, Demo.password))
            for _ in 0..<Self.threshold { #expect(try await !locked.opens(peer, "wrong")) }
            #expect(try await !tried.opens(peer, Demo.password))
            peer.time.advance(by: 901)
            #expect(try await tried.opens(peer, Demo.password))
        }
    }

    @Test("parallel guesses don't race past the counter (CVE-2024-4629)", arguments: PasswordRoute.allCases)
    func concurrent(route: PasswordRoute) async throws {
        try await withServer { (peer: Peer) async throws in
            await withTaskGroup { group in
                for _ in 0..<20 { group.addTask { _ = try? await route.opens(peer, "wrong") } }
            }
            #expect(try await !route.opens(peer, Demo.password))
        }
    }

    @Test("an answered state can't be used for a second guess, in sequence or in parallel")
    func duplicated() async throws {
        try await withServer { (peer: Peer) async throws in
            let step = try await peer.start()
            #expect(try await peer.answer(step, password: "wrong").status == 401)
            #expect(try await peer.answer(step, password: .string(Demo.password)).json["tokenId"] == nil)
            let other = try await peer.start()
            let opened = await withTaskGroup(of: JSONValue?.self) { group in
                for _ in 0..<10 {
                    group.addTask { (try? await peer.answer(other, password: .string(Demo.password)).json["tokenId"]) ?? nil }
                }
                return await group.reduce(into: []) { $0.append($1?.string) }
            }
            #expect(Set(opened).count == 1 && opened[0] != nil, "one session, told to all")
        }
    }

    @Test("empty and malformed answers open nothing", arguments: [JSONValue.string(""), .null, 1, true, ["Ch4ng3it!"], ["a": "b"]])
    func malformed(password: JSONValue) async throws {
        try await withServer { (peer: Peer) async throws in
            #expect(try await peer.answer(try await peer.start(), password: password).json["tokenId"] == nil)
            let empty = try await peer.am(
                "authenticate", body: JSONValue.object(["authId": try await peer.start()["authId"] ?? .null]).text)
            #expect(empty.json["tokenId"] == nil)
        }
    }

    @Test("a state is refused after its time")
    func expired() async throws {
        try await withServer { (peer: Peer) async throws in
            let step = try await peer.start()
            peer.time.advance(by: 301)
            let reply = try await peer.answer(step, password: .string(Demo.password))
            #expect(reply.status == 401)
            #expect(reply.json["detail"]?["errorCode"] == "110")
        }
    }

    @Test("there is no password grant beside the journeys")
    func passwordGrant() async throws {
        try await withServer { (peer: Peer) async throws in
            let form = "grant_type=password&client_id=\(Demo.client)&username=demo&password=\(Demo.password)&scope=openid"
            for path in ["/am/oauth2/realms/alpha/access_token", "/realms/alpha/token"] {
                #expect(try await peer.form(path, form).json["error"] == "unsupported_grant_type")
            }
        }
    }
}
