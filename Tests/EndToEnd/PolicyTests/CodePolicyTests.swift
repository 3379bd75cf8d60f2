import Foundation
import NIOHTTP1
import OAuthMessages
import Primitives
import Testing

/// Every way in which a code can be asked for.
enum CodeRoute: String, CaseIterable {
    case amGet, amPost, plainGet, plainPost, pushed

    /// Sends an authorization request as it is written. The answer of the authorization endpoint, or the refusal of the push.
    func ask(_ peer: Peer, _ query: String, session: String) async throws -> Peer.Reply {
        let header = [(Demo.cookie, session)]
        let (am, plain) = ("/am/oauth2/realms/alpha", "/realms/alpha")
        switch self {
        case .amGet: return try await peer.send(.GET, "\(am)/authorize?\(query)", header)
        case .plainGet: return try await peer.send(.GET, "\(plain)/authorize?\(query)", header)
        case .amPost: return try await peer.form("\(am)/authorize", query, header)
        case .plainPost: return try await peer.form("\(plain)/authorize", query, header)
        case .pushed:
            let pushed = try await peer.form("\(am)/par", query)
            guard let uri = pushed.json["request_uri"]?.string else { return pushed }
            let form = FormBody([("client_id", Demo.client), ("request_uri", uri)]).encoded
            return try await peer.send(.GET, "\(am)/authorize?\(form)", header)
        }
    }
}

@Suite("Policy: PKCE on every way to a code")
struct PKCEPolicyTests {
    static let sound = "code_challenge=\(PKCE.challenge(of: Peer.verifier))"

    @Test(
        "no code without a sound challenge (CVE-2023-48228, CVE-2024-23647)", arguments: CodeRoute.allCases,
        [
            "", "&code_challenge=", "&code_challenge=&code_challenge_method=S256", "&code_challenge_method=S256",
            "&\(sound)&code_challenge_method=plain", "&\(sound)&code_challenge_method=", "&code_challenge=short&code_challenge_method=S256",
            "&\(sound)&\(sound)&code_challenge_method=S256", "&\(sound)&code_challenge_method=S256&code_challenge_method=plain",
        ])
    func challenge(route: CodeRoute, parameters: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let query =
                peer.authorization {
                    $0["code_challenge"] = nil; $0["code_challenge_method"] = nil
                } + parameters
            let reply = try await route.ask(peer, query, session: try await peer.signIn())
            #expect(reply.redirected("code") == nil)
            #expect(reply.status < 500)
        }
    }

    @Test("the sound request gets a code on every way", arguments: CodeRoute.allCases)
    func control(route: CodeRoute) async throws {
        try await withServer { (peer: Peer) async throws in
            let reply = try await route.ask(peer, peer.authorization(), session: try await peer.signIn())
            #expect(reply.redirected("code") != nil, "\(reply.status) \(reply.text)")
        }
    }

    @Test(
        "no token without the verifier", arguments: ["/am/oauth2/realms/alpha/access_token", "/realms/alpha/token"],
        [
            nil, "", "short", String(repeating: "x", count: 43), PKCE.challenge(of: Peer.verifier),
            Peer.verifier + "&code_verifier=" + Peer.verifier,
        ])
    func verifier(path: String, verifier: String?) async throws {
        try await withServer { (peer: Peer) async throws in
            let code = try await peer.code(try await peer.signIn())
            let form = peer.exchange(code, verifier: nil) + (verifier.map { "&code_verifier=\($0)" } ?? "")
            let reply = try await peer.form(path, form)
            #expect(reply.status == 400)
            #expect(reply.json["access_token"] == nil)
        }
    }

    @Test("of parallel exchanges exactly one succeeds, and none after that or after its time")
    func concurrentAndExpired() async throws {
        try await withServer { (peer: Peer) async throws in
            let session = try await peer.signIn()
            let code = try await peer.code(session)
            let won = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<12 {
                    let path = index.isMultiple(of: 2) ? "/am/oauth2/realms/alpha/access_token" : "/realms/alpha/token"
                    group.addTask { (try? await peer.form(path, peer.exchange(code)).status) == 200 }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(won == 1)
            let late = try await peer.code(session)
            peer.time.advance(by: 121)
            #expect(try await peer.form("/realms/alpha/token", peer.exchange(late)).json["error"] == "invalid_grant")
        }
    }
}

@Suite("Policy: redirect URIs on every way to a code")
struct RedirectPolicyTests {
    @Test(
        "nothing is sent to an address that isn't registered (CVE-2024-1132, CVE-2024-8883, CVE-2024-52289)", arguments: CodeRoute.allCases,
        [
            "https://evil.example/", "\(Demo.redirect)/", "\(Demo.redirect)?x=1", "\(Demo.redirect)#fragment",
            "\(Demo.redirect)@evil.example",
            "https://localhost:8443/callback/../evil", "https://localhost:8443/callback%2f..%2fevil", "https://localhost:8444/callback",
            "https://localhost:8443.evil.example/callback", "https://localhost:8443@evil.example/callback",
            "HTTPS://LOCALHOST:8443/callback",
            "http://localhost:8443/callback", "org.forgerock.demo://", ".*", "", "javascript:alert(1)",
            "http://127.0.0.1.evil.example/callback",
        ])
    func foreign(route: CodeRoute, uri: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let reply = try await route.ask(peer, peer.authorization { $0["redirect_uri"] = uri }, session: try await peer.signIn())
            #expect(reply.status == 400)
            #expect(reply.headers.first(name: "Location") == nil)
        }
    }

    @Test("a doubled redirect URI is refused, whichever is registered", arguments: CodeRoute.allCases, [true, false])
    func duplicated(route: CodeRoute, goodFirst: Bool) async throws {
        try await withServer { (peer: Peer) async throws in
            let rest = peer.authorization { $0["redirect_uri"] = nil }
            let (good, evil) = ("&redirect_uri=\(Demo.redirect)", "&redirect_uri=https://evil.example/")
            let reply = try await route.ask(peer, rest + (goodFirst ? good + evil : evil + good), session: try await peer.signIn())
            #expect(reply.status == 400)
            #expect(reply.headers.first(name: "Location") == nil)
        }
    }

    @Test(
        "a code is worthless with another redirect URI than the one it was asked with",
        arguments: ["https://localhost:8443/callback", "", "x:y"])
    func exchange(uri: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let code = try await peer.code(try await peer.signIn())
            let form = peer.exchange(code).replacingOccurrences(
                of: FormBody([("redirect_uri", Demo.redirect)]).encoded, with: "redirect_uri=\(uri)")
            #expect(try await peer.form("/realms/alpha/token", form).json["access_token"] == nil)
        }
    }

    @Test(
        "signing out leads nowhere that isn't registered",
        arguments: ["/am/oauth2/realms/alpha/connect/endSession", "/realms/alpha/logout"])
    func signOut(path: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let hint = try #require(try await peer.tokens()["id_token"]?.string)
            let form = FormBody([("id_token_hint", hint), ("post_logout_redirect_uri", "https://evil.example/")]).encoded
            let reply = try await peer.send(.GET, "\(path)?\(form)")
            #expect(reply.headers.first(name: "Location")?.hasPrefix("https://evil.example") != true)
        }
    }
}
