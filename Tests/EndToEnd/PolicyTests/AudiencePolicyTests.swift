import Directory
import Foundation
import Foundations
import NIOHTTP1
import Primitives
import ServerTesting
import Services
import Testing

@Suite("Policy: a token is good for what it was made for, and nothing else")
struct AudiencePolicyTests {
    static let userInfo = ["/am/oauth2/realms/alpha/userinfo", "/realms/alpha/userinfo"]

    private func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }

    @Test("the user info endpoint takes an access token of its realm", arguments: userInfo)
    func control(path: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let token = try #require(try await peer.tokens()["access_token"]?.string)
            let reply = try await peer.send(.GET, path, bearer(token))
            #expect(reply.status == 200)
            #expect(reply.json["sub"]?.string != nil)
        }
    }

    @Test(
        "it takes nothing else", arguments: userInfo,
        ["id_token", "refresh_token", "session", "tampered", "none", "truncated", "empty", "twice"])
    func wrongToken(path: String, kind: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let tokens = try await peer.tokens()
            let access = try #require(tokens["access_token"]?.string)
            let token =
                switch kind {
                case "session": try await peer.signIn()
                case "tampered": tampered(access)
                case "none": unsigned(access)
                case "truncated": String(access.dropLast(10))
                case "empty": ""
                case "twice": "\(access), Bearer \(access)"
                default: try #require(tokens[kind]?.string)
                }
            let reply = try await peer.send(.GET, path, bearer(token))
            #expect((400...401).contains(reply.status), "\(reply.status) \(reply.text)")
            #expect(reply.json["sub"] == nil)
        }
    }

    @Test(
        "a token is refused in another realm",
        arguments: ["/am/oauth2/userinfo", "/am/oauth2/realms/root/userinfo", "/realms/root/userinfo"])
    func otherRealm(path: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let token = try #require(try await peer.tokens()["access_token"]?.string)
            #expect(try await peer.send(.GET, path, bearer(token)).status == 401)
        }
    }

    @Test("a token is refused after its time, and after it was revoked", arguments: userInfo)
    func expired(path: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let revoked = try await peer.tokens()
            let refresh = try #require(revoked["refresh_token"]?.string)
            _ = try await peer.form("/realms/alpha/revoke", "client_id=\(Demo.client)&token=\(refresh)")
            #expect(try await peer.send(.GET, path, bearer(try #require(revoked["access_token"]?.string))).status == 401)
            let expired = try #require(try await peer.tokens()["access_token"]?.string)
            peer.time.advance(by: 3_700)
            #expect(try await peer.send(.GET, path, bearer(expired)).status == 401)
        }
    }

    @Test("a client with a grace, as the demonstration's: parallel refreshes all get one answer, over both families of paths")
    func grace() async throws {
        try await withServer { (peer: Peer) async throws in
            let refresh = try #require(try await peer.tokens()["refresh_token"]?.string)
            let form = "client_id=\(Demo.client)&grant_type=refresh_token&refresh_token=\(refresh)"
            let answers = await withTaskGroup(of: JSONValue?.self) { group in
                for number in 0..<10 {
                    let path = number.isMultiple(of: 2) ? "/realms/alpha/token" : "/am/oauth2/realms/alpha/access_token"
                    group.addTask { try? await peer.form(path, form).json }
                }
                return await group.reduce(into: [JSONValue?]()) { $0.append($1) }
            }
            let first = try #require(answers[0])
            #expect(first["refresh_token"]?.string != nil && answers.allSatisfy { $0 == first })
            peer.time.advance(by: 31)
            #expect(try await peer.form("/realms/alpha/token", form).json["error"] == "invalid_grant")
            let access = try #require(first["access_token"]?.string)
            #expect(try await peer.send(.GET, Self.userInfo[0], bearer(access)).status == 401)
        }
    }

    @Test("of parallel refreshes exactly one succeeds, and reuse ends the whole grant")
    func refresh() async throws {
        try await withServer { (peer: Peer) async throws in
            let domain = peer.server.domain
            let realm = try await domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
            var client = try #require(try await domain.directory.applications.application(Demo.client, in: realm.id))
            client.settings.refreshGrace = nil
            try await domain.directory.applications.update(client)
            let tokens = try await peer.tokens()
            let refresh = try #require(tokens["refresh_token"]?.string)
            let form = "client_id=\(Demo.client)&grant_type=refresh_token&refresh_token=\(refresh)"
            let won = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<10 {
                    group.addTask { (try? await peer.form("/realms/alpha/token", form).json["refresh_token"]?.string) ?? nil }
                }
                return await group.reduce(into: []) { if let token = $1 { $0.append(token) } }
            }
            #expect(won.count == 1)
            let next = "client_id=\(Demo.client)&grant_type=refresh_token&refresh_token=\(won.first ?? "")"
            #expect(try await peer.form("/realms/alpha/token", next).json["error"] == "invalid_grant")
            #expect(try await peer.send(.GET, Self.userInfo[0], bearer(try #require(tokens["access_token"]?.string))).status == 401)
        }
    }

    /// The same token with another user in it.
    private func tampered(_ token: String) -> String {
        var parts = token.split(separator: ".").map(String.init)
        parts[1] = Base64URL.encode(Array(#"{"sub":"admin","scope":"openid","exp":99999999999}"#.utf8))
        return parts.joined(separator: ".")
    }

    /// The same token with `alg` `none` and no signature.
    private func unsigned(_ token: String) -> String {
        let parts = token.split(separator: ".").map(String.init)
        return Base64URL.encode(Array(#"{"alg":"none","typ":"at+jwt"}"#.utf8)) + "." + parts[1] + "."
    }
}
