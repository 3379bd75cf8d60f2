import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import Services
import Directory
import Foundations

@Suite("…/users and …/serverinfo")
struct UsersAndServerInfoTests {
    @Test("idFromSession says who it is")
    func identity() async throws {
        let server = try await ServerHarness()
        let headers = server.presenting(try await server.sessionToken()).merging(ServerHarness.json)
        let answer = try await server.send(
            .post, "/am/json/realms/alpha/users?_action=idFromSession",
            headers: headers.merging([.acceptAPIVersion: "resource=2.1, protocol=1.0"]))
        #expect(
            answer.json == [
                "id": "demo", "realm": "/alpha", "dn": "id=demo,ou=user,o=alpha,ou=services,ou=am-config", "successURL": "/am/console",
                "fullLoginURL": "http://127.0.0.1:8080/realms/alpha/login",
            ])
    }

    @Test("one's own profile, attributes as arrays, and never the password")
    func profile() async throws {
        let server = try await ServerHarness()
        let headers = server.presenting(try await server.sessionToken())
        let answer = try await server.send(.get, "/am/json/realms/alpha/users/demo", headers: headers)
        #expect(answer.status == .ok)
        #expect(answer.json["_id"] == "demo" && answer.json["username"] == "demo" && answer.json["realm"] == "/alpha")
        #expect(answer.json["givenName"] == ["Demo"] && answer.json["mail"] == ["demo@example.com"])
        #expect(answer.json["inetUserStatus"] == ["Active"])
        #expect(!answer.text.contains("argon2"))
    }

    @Test("one's own profile by any form of the name", arguments: ["Demo", "DEMO", "%EF%BD%84emo"])
    func ownForms(id: String) async throws {
        let server = try await ServerHarness()
        let headers = server.presenting(try await server.sessionToken())
        let answer = try await server.send(.get, "/am/json/realms/alpha/users/\(id)", headers: headers)
        #expect(answer.status == .ok && answer.json["_id"] == "demo")
    }

    @Test("nobody else's profile, whether they exist or not", arguments: ["other", "nobody", "demo%2F..", "id=demo", ""])
    func others(id: String) async throws {
        let server = try await ServerHarness()
        let alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        _ = try await server.domain.directory.users.create("other", in: alpha.id)
        let headers = server.presenting(try await server.sessionToken())
        let answer = try await server.send(.get, "/am/json/realms/alpha/users/\(id)", headers: headers)
        #expect(answer.status == (id.isEmpty ? .notFound : .forbidden))
        #expect(answer.json["givenName"] == nil)
    }

    @Test("without a session it is a 401")
    func denied() async throws {
        let server = try await ServerHarness()
        let read = try await server.send(.get, "/am/json/realms/alpha/users/demo")
        let asked = try await server.send(.post, "/am/json/realms/alpha/users?_action=idFromSession", headers: ServerHarness.json)
        for answer in [read, asked] { #expect(answer.json["message"] == "Access Denied" && answer.status == .unauthorized) }
    }

    @Test("serverinfo tells the cookie's name and nature")
    func serverInfo() async throws {
        let answer = try await ServerHarness().send(
            .get, "/am/json/realms/root/realms/alpha/serverinfo/*", headers: [.acceptAPIVersion: "resource=1.1"])
        #expect(answer.headers[.contentAPIVersion] == "resource=1.1")
        #expect(answer.json["cookieName"] == "iPlanetDirectoryPro" && answer.json["realm"] == "/alpha")
        #expect(answer.json["secureCookie"] == false && answer.json["cookieHttpOnly"] == true && answer.json["cookieSameSite"] == "lax")
        #expect(answer.json["forgotPassword"] == "false" && answer.json["zeroPageLogin"]?["enabled"] == false)
        let domains = try await ServerHarness().send(.get, "/am/json/serverinfo/cookieDomains")
        #expect(domains.json == ["domains": []])
        #expect(try await ServerHarness().send(.get, "/am/json/serverinfo/nothing").status == .notFound)
    }

    @Test("a universal id can't be forged by a name with commas")
    func escaped() {
        #expect(UniversalID.of("a,ou=user", in: .root) == #"id=a\,ou\=user,ou=user,ou=am-config"#)
        #expect(UniversalID.of("demo", in: RealmPath("/a/b") ?? .root) == "id=demo,ou=user,o=b,o=a,ou=services,ou=am-config")
    }
}
