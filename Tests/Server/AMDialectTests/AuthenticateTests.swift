import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

@Suite("POST …/authenticate")
struct AuthenticateTests {
    @Test("a login: step, answer, success with token and cookie")
    func login() async throws {
        let server = try await ServerHarness()
        let started = try await server.authenticate()
        #expect(started.status == .ok)
        #expect(started.headers[.contentAPIVersion] == "resource=2.1")
        #expect(started.headers[.cacheControl] == "no-cache, no-store, must-revalidate")
        #expect(started.headers[.pragma] == "no-cache")
        #expect(started.headers[.expires] == "0")
        let step = started.json
        #expect(step["callbacks"]?.array?.compactMap { $0["type"]?.string } == ["NameCallback", "PasswordCallback"])
        let success = try await server.authenticate(step.answering([TestDomain.username, TestDomain.password]))
        #expect(success.status == .ok)
        #expect(success.json["tokenId"]?.string == success.cookie("iPlanetDirectoryPro"))
        #expect(success.json["successUrl"] == "/am/console")
        #expect(success.json["realm"] == "/alpha")
        #expect(success.json["authId"] == nil)
        let cookie = success.setCookie("iPlanetDirectoryPro") ?? ""
        #expect(cookie.contains("Path=/") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
        #expect(!cookie.contains("Secure"))
    }

    @Test("with an https address the cookie is Secure")
    func secureCookie() async throws {
        let cookie = try await ServerHarness(at: "https://login.example.com").signIn().setCookie("__Host-iPlanetDirectoryPro")
        #expect(cookie?.contains("Secure") == true)
    }

    @Test("a wrong password and an unknown user get the same failure, in the realm's own words")
    func failure() async throws {
        let server = try await ServerHarness()
        let expected: JSONValue = ["code": 401, "reason": "Unauthorized", "message": "Login failure", "detail": ["failureUrl": ""]]
        for answer in [[TestDomain.username, "wrong"], ["nobody", TestDomain.password]] {
            let step = try await server.start("sdkUsernamePasswordJourney")
            let failed = try await server.authenticate(step.answering(answer))
            #expect(failed.status == .unauthorized)
            #expect(failed.json == expected)
            #expect(failed.setCookie("iPlanetDirectoryPro") == nil)
        }
    }

    @Test(
        "the ways of starting: no body, no content type, {}, realm forms",
        arguments: [
            (nil, ServerHarness.json), (nil, [.acceptAPIVersion: "resource=2.1"]), ("{}", ServerHarness.json),
            ("", [.contentType: "application/json", .acceptAPIVersion: "protocol=1.0,resource=2.1"]),
        ] as [(String?, HTTPFields)])
    func starts(body: String?, headers: HTTPFields) async throws {
        let server = try await ServerHarness()
        for realm in ["", "/realms/root", "/realms/alpha", "/realms/root/realms/alpha"] {
            let answer = try await server.send(.post, "/am/json\(realm)/authenticate", headers: headers, body: body)
            #expect(answer.status == .ok)
            #expect(answer.json["authId"]?.string != nil)
        }
        let query = try await server.send(.post, "/am/json/authenticate?realm=/alpha", headers: headers, body: body)
        #expect(query.json["authId"]?.string != nil)
    }

    @Test("the realm parameter signs in to that realm; a contradiction is refused; an unknown realm is a 404")
    func realmParameter() async throws {
        let server = try await ServerHarness()
        let success = try await server.signIn(realm: "", query: "?realm=/alpha")
        // The answer goes to the root, where the state isn't valid.
        #expect(success.status == .unauthorized)
        let step = try await server.authenticate(realm: "", query: "?realm=/alpha").json
        let done = try await server.authenticate(
            step.answering([TestDomain.username, TestDomain.password]), realm: "", query: "?realm=%2Falpha")
        #expect(done.json["realm"] == "/alpha")
        #expect(try await server.authenticate(realm: "/realms/alpha", query: "?realm=/beta").status == .badRequest)
        for unknown in ["/realms/beta", "/realms/root/realms/alpha/realms/beta"] {
            let answer = try await server.authenticate(realm: unknown)
            #expect(answer.status == .notFound)
            #expect(answer.json["code"] == 404 && answer.json["reason"] == "Not Found")
        }
    }

    @Test(
        "index types",
        arguments: [
            ("?authIndexType=service&authIndexValue=nope", "No Configuration found"),
            ("?authIndexType=nope&authIndexValue=x", "Unknown Authentication Index Type"),
            (
                "?authIndexType=level&authIndexValue=2",
                "Authentication Index Type level is not supported; use service or composite_advice"
            ),
            ("?authIndexType=service", "the parameter authIndexValue is missing"),
            ("?authIndexType=service&authIndexType=service&authIndexValue=Login", "the parameter authIndexType stands twice"),
        ])
    func indexTypes(query: String, message: String) async throws {
        let answer = try await ServerHarness().authenticate(query: query)
        #expect(answer.status == .badRequest)
        #expect(answer.json == ["code": 400, "reason": "Bad Request", "message": .string(message)])
    }

    @Test("index parameters that come again on a follow-up mean nothing")
    func repeatedIndex() async throws {
        let server = try await ServerHarness()
        let step = try await server.start("sdkUsernamePasswordJourney")
        let success = try await server.authenticate(
            step.answering([TestDomain.username, TestDomain.password]),
            query: "?authIndexType=service&authIndexValue=Choice&noSession=false&ForceAuth=false")
        #expect(success.json["tokenId"]?.string != nil)
    }

    @Test("noSession on the last request makes neither token nor cookie")
    func noSessionLater() async throws {
        let server = try await ServerHarness()
        let answered = try await server.authenticate().json.answering([TestDomain.username, TestDomain.password])
        let success = try await server.authenticate(answered, query: "?noSession=true")
        #expect(success.status == .ok && success.json["tokenId"] == nil && success.setCookie("iPlanetDirectoryPro") == nil)
        #expect(success.json["successUrl"] != nil)
    }

    @Test("noSession makes neither token nor cookie")
    func noSession() async throws {
        let success = try await ServerHarness().signIn(query: "?noSession=true")
        #expect(success.status == .ok)
        #expect(success.json == ["message": "Authentication Successful", "successUrl": "/am/console", "realm": "/alpha"])
        #expect(success.setCookie("iPlanetDirectoryPro") == nil)
    }

    @Test("an old authId, a foreign one and one of another realm are a 401")
    func wrongState() async throws {
        let server = try await ServerHarness()
        let step = try await server.start()
        let answered = step.answering([TestDomain.username, TestDomain.password])
        #expect(try await server.authenticate(answered, realm: "").status == .unauthorized)
        #expect(try await server.authenticate(answered.with("authId", "eyJ.x.y")).status == .unauthorized)
        #expect(try await server.authenticate(answered).status == .ok)
        server.time.advance(by: 10)
        #expect(try await server.authenticate(answered).status == .unauthorized)
    }

    @Test("what comes too late has timed out: errorCode is the string 110 (checklist 20)")
    func timeout() async throws {
        let server = try await ServerHarness()
        let step = try await server.start()
        server.time.advance(by: 301)
        let answer = try await server.authenticate(step.answering([TestDomain.username, TestDomain.password]))
        #expect(answer.status == .unauthorized)
        #expect(
            answer.json == [
                "code": 401, "reason": "Unauthorized", "message": "Session has timed out", "detail": ["errorCode": "110"],
            ])
    }

    @Test(
        "bad bodies",
        arguments: [("[]", 400), ("{", 400), ("\"x\"", 400), ("{\"authId\":1}", 400), ("{\"authId\":\"x\",\"callbacks\":{}}", 401)])
    func badBodies(body: String, status: Int) async throws {
        let answer = try await ServerHarness().send(.post, "/am/json/realms/alpha/authenticate", headers: ServerHarness.json, body: body)
        #expect(answer.status.code == status)
        #expect(answer.json["code"]?.integer == Int64(status))
    }

    @Test("another media type is a 415")
    func mediaType() async throws {
        let answer = try await ServerHarness().authenticate(["a": 1], headers: [.contentType: "application/x-www-form-urlencoded"])
        #expect(answer.status == .unsupportedMediaType)
        #expect(answer.json["reason"] == "Unsupported Media Type")
    }

    @Test("without X-Requested-With and Accept-API-Version it is a 403, with either it isn't")
    func crossSite() async throws {
        let server = try await ServerHarness()
        let path = "/am/json/realms/alpha/authenticate"
        let refused = try await server.send(.post, path, headers: [.contentType: "application/json"])
        #expect(refused.status == .forbidden)
        #expect(refused.json["reason"] == "Forbidden")
        #expect(try await server.send(.post, path, headers: [.known("X-Requested-With"): "anything"]).status == .ok)
        #expect(try await server.send(.post, path, headers: [.acceptAPIVersion: "resource=2.0"]).status == .ok)
    }

    @Test("an unknown version is a 404")
    func version() async throws {
        let answer = try await ServerHarness().authenticate(headers: [.acceptAPIVersion: "resource=9.0"])
        #expect(answer.status == .notFound)
        #expect(answer.json["message"]?.string?.hasPrefix("Accept-API-Version:") == true)
    }

    @Test("amlbcookie is set on the first answer and not again")
    func stickiness() async throws {
        let server = try await ServerHarness()
        #expect(try await server.authenticate().cookie("amlbcookie") == "01")
        #expect(try await server.authenticate(headers: [.cookie: "amlbcookie=01"]).setCookie("amlbcookie") == nil)
    }

    @Test(
        "goto is taken when it stays on this server",
        arguments: [
            ("/next?x=1", "/next?x=1"), ("http://127.0.0.1:8080/next", "http://127.0.0.1:8080/next"),
            ("https://evil.example/", "/am/console"), ("//evil.example/", "/am/console"), ("/\\evil.example", "/am/console"),
        ])
    func goto(goto: String, expected: String) async throws {
        let query = "?goto=" + (goto.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        #expect(try await ServerHarness().signIn(query: query).json["successUrl"]?.string == expected)
    }

    @Test("an unknown method or path of the resource is a 404 in JSON")
    func unknown() async throws {
        #expect(try await ServerHarness().send(.get, "/am/json/realms/alpha/authenticate").json["code"] == 404)
        #expect(try await ServerHarness().send(.get, "/am/json/realms/alpha/nothing").json["code"] == 404)
    }

    @Test("the older context path answers too")
    func openam() async throws {
        let answer = try await ServerHarness().send(
            .post, "/openam/json/realms/root/realms/alpha/authenticate", headers: ServerHarness.json)
        #expect(answer.json["authId"]?.string != nil)
    }
}
