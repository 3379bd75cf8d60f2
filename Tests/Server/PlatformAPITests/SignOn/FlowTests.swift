import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import Testing

import Services
import SignIn
import Directory
import Foundations

/// A client that signs in by flows.
final class FlowClient {
    let server: SignOnServer
    private(set) var cookie: String?
    private(set) var flow: JSONValue = .null
    private let realm: String

    init(_ server: SignOnServer, cookie: String? = nil) {
        self.server = server
        self.cookie = cookie
        realm = server.realm.id.uuidString.lowercased()
    }

    var status: String { flow["status"]?.string ?? "" }
    var id: String { flow["id"]?.string ?? "" }

    @discardableResult
    func begin(_ more: [(String, String)] = [], client: String = DeviceServer.application) async throws -> ServerResponse {
        let form = FormBody(
            [
                ("client_id", client), ("response_type", "code"), ("response_mode", "pi.flow"), ("scope", "openid"), ("state", "s"),
                ("code_challenge", OpenIDHarness.challenge), ("code_challenge_method", "S256"),
            ] + more)
        return try await send(.get, "/\(realm)/as/authorize?\(form.encoded)")
    }

    @discardableResult
    func act(_ action: String, _ body: JSONValue = [:], on id: String? = nil) async throws -> ServerResponse {
        try await send(
            .post, "/\(realm)/flows/\(id ?? self.id)", body: body.text, type: "application/vnd.pingidentity.\(action)+json")
    }

    @discardableResult
    func read(_ id: String? = nil) async throws -> ServerResponse { try await send(.get, "/\(realm)/flows/\(id ?? self.id)") }

    @discardableResult
    func enterPassword(_ password: String = TestDomain.password, user: String = "demo") async throws -> ServerResponse {
        try await act("usernamePassword.check", ["username": .string(user), "password": .string(password)])
    }

    /// The answer to the token request for the flow's code.
    func exchange(redirect: String? = nil) async throws -> ServerResponse {
        var form = FormBody([
            ("grant_type", "authorization_code"), ("client_id", flow["authorizeResponse"]?["client_id"]?.string ?? ""),
            ("code", flow["authorizeResponse"]?["code"]?.string ?? ""), ("code_verifier", OpenIDHarness.verifier),
        ])
        form.append("redirect_uri", redirect)
        return try await server.server.send(.post, "/\(realm)/as/token", headers: OpenIDHarness.form, body: form.encoded)
    }

    private func send(
        _ method: HTTPRequest.Method, _ target: String, body: String? = nil, type: String? = nil
    ) async throws -> ServerResponse {
        var headers = HTTPFields()
        // One that another host of the domain has planted comes first.
        if let cookie { headers[.cookie] = "ST=\(String(repeating: "A", count: cookie.count)); ST=\(cookie)" }
        if let type { headers[.contentType] = type }
        let answer = try await server.server.send(method, target, headers: headers, body: body)
        if let set = answer.cookie("ST") { cookie = set }
        if answer.status == .ok { flow = answer.json }
        return answer
    }
}

@Suite("Flows: signing in without redirects")
struct FlowTests {
    private func code(_ answer: ServerResponse) -> String? {
        answer.json["details"]?.array?.first?["code"]?.string ?? answer.json["code"]?.string
    }

    @Test("from the password to tokens, with links, cookie and no redirect URI")
    func password() async throws {
        let server = try await SignOnServer()
        let client = FlowClient(server)
        let begun = try await client.begin()
        #expect(client.status == "USERNAME_PASSWORD_REQUIRED")
        #expect(
            begun.setCookie("ST")?.contains("HttpOnly") == true
                && begun.setCookie("ST")?.contains("Path=/\(server.realm.id.uuidString.lowercased())") == true)
        #expect(client.flow["_links"]?["usernamePassword.check"]?["href"]?.string?.hasSuffix("/flows/\(client.id)") == true)
        #expect(client.flow["_embedded"]?["user"] == nil && client.flow["_embedded"]?["application"]?["name"] == "Example")
        let first = client.cookie
        #expect(try await client.enterPassword().status == .ok)
        #expect(client.status == "COMPLETED" && client.cookie != first)
        #expect(client.flow["authorizeResponse"]?["state"] == "s" && client.flow["session"]?["id"]?.string != nil)
        let response = client.flow["authorizeResponse"]
        #expect(try await client.read().json["authorizeResponse"] == response)
        let tokens = try await client.exchange()
        #expect(tokens.json["id_token"]?.string != nil, "\(tokens.text)")
        #expect(try await client.exchange().json["error"] == "invalid_grant")
        // The session in the cookie signs in again, without a question.
        #expect(try await client.begin([("prompt", "none")]).status == .ok)
        #expect(client.status == "COMPLETED" && client.flow["authorizeResponse"]?["code"] != response?["code"])
    }

    @Test(
        "a redirect URI may be named: it must be registered, and the code needs it",
        arguments: [
            (SignOnServer.redirect, HTTPResponse.Status.ok), ("urn:pingidentity:redirectless", .ok),
            ("https://elsewhere.example/", .badRequest),
        ])
    func redirectURI(_ uri: String, _ status: HTTPResponse.Status) async throws {
        let client = FlowClient(try await SignOnServer())
        #expect(try await client.begin([("redirect_uri", uri)]).status == status)
        guard status == .ok else { return }
        try await client.enterPassword()
        if uri == SignOnServer.redirect { #expect(try await client.exchange().status == .badRequest) }
        #expect(try await client.exchange(redirect: uri).status == .ok)
    }

    @Test("a wrong password is told, and counts as everywhere")
    func wrongPassword() async throws {
        let server = try await SignOnServer()
        let client = FlowClient(server)
        try await client.begin()
        for _ in 0..<4 {
            let answer = try await client.enterPassword("wrong")
            #expect(answer.status == .badRequest && answer.json["code"] == "INVALID_DATA" && code(answer) == "INVALID_VALUE")
        }
        #expect(try await client.enterPassword("wrong").json["status"] == "FAILED")
        let user = try #require(try await server.domain.directory.users.user(named: "demo", in: server.realm.id))
        let failures = try await server.domain.directory.users.failures(of: user.id, in: server.realm.id)[.password]
        #expect(failures?.isLocked(at: server.devices.time.now) == true && !user.isLocked(at: server.devices.time.now))
        #expect(try await server.signIn() == nil)
        #expect(code(try await client.enterPassword()) == "REQUEST_FAILED")
    }

    @Test("a device: selected, asked by push with its number, approved")
    func push() async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone()
        let client = FlowClient(server)
        try await client.begin()
        try await client.enterPassword()
        #expect(client.status == "PUSH_CONFIRMATION_REQUIRED" && client.flow["_embedded"]?["user"]?["username"] == "demo")
        let device = try #require(client.flow["_embedded"]?["devices"]?.array?.first?["id"]?.string)
        #expect(client.flow["selectedDevice"]?["id"]?.string == device)
        try await client.act("cancel.push.authentication", ["reason": "CHANGE_DEVICE"])
        #expect(client.status == "DEVICE_SELECTION_REQUIRED")
        try await client.act("device.select", ["device": ["id": .string(device)]])
        #expect(client.status == "PUSH_CONFIRMATION_REQUIRED")
        // Before it the phone is told that the first was taken back.
        var push = try await phone.push()
        while push.kind != .authentication { push = try await phone.push() }
        let number = try #require(client.flow["numberMatching"]?["number"]?.integer)
        _ = try await phone.decide(try await phone.decision(.approve, push, number: Int(number)), push.challenge)
        try await client.read()
        #expect(client.status == "COMPLETED")
        #expect(try await client.exchange().status == .ok)
    }

    @Test("a push that is denied ends the flow; one that nobody answers is told")
    func denied() async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone()
        let client = FlowClient(server)
        try await client.begin()
        try await client.enterPassword()
        server.devices.time.advance(by: 41)
        try await client.read()
        #expect(client.status == "PUSH_CONFIRMATION_TIMED_OUT")
        try await client.act("device.select", ["device": ["id": client.flow["selectedDevice"]?["id"] ?? .null]])
        _ = try await phone.push()
        let push = try await phone.push()
        _ = try await phone.decide(try await phone.decision(.deny, push), push.challenge)
        try await client.read()
        #expect(client.status == "FAILED" && client.flow["error"]?["code"]?.string != nil)
        #expect(client.flow["authorizeResponse"] == nil)
    }

    @Test("a passcode is accepted once, and wrong ones lock the device")
    func passcode() async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone(push: nil)
        server.devices.time.advance(by: 30)
        let client = FlowClient(server)
        try await client.begin()
        try await client.enterPassword()
        #expect(client.status == "OTP_REQUIRED")
        let code = try phone.passcode()
        let wrong = try await client.act("otp.check", ["otp": code == "000000" ? "000001" : "000000"])
        #expect(wrong.status == .badRequest && self.code(wrong) == "INVALID_OTP")
        try await client.act("otp.check", ["otp": .string(code)])
        #expect(client.status == "COMPLETED")
        let second = FlowClient(server)
        try await second.begin()
        try await second.enterPassword()
        // A right code that was used is refused, and is no guess.
        for _ in 0..<4 { #expect(self.code(try await second.act("otp.check", ["otp": .string(code)])) == "INVALID_OTP") }
        for wrong in ["000000", "000001", "000002"] where wrong != code {
            #expect(try await second.act("otp.check", ["otp": .string(wrong)]).status == .badRequest)
        }
        #expect(self.code(try await second.act("otp.check", ["otp": "000003"])) == "DEVICE_LOCKED")
    }

    @Test("of many right passcodes at once one completes the flow, with one code")
    func concurrently() async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone(push: nil)
        server.devices.time.advance(by: 30)
        let client = FlowClient(server)
        try await client.begin()
        try await client.enterPassword()
        let (id, cookie, code) = (client.id, client.cookie, try phone.passcode())
        let completed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    let twin = FlowClient(server, cookie: cookie)
                    return try await twin.act("otp.check", ["otp": .string(code)], on: id).json["status"] == "COMPLETED"
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(completed == 1)
    }

    @Test("a user is looked up, then the password alone is asked")
    func identifierFirst() async throws {
        let server = try await SignOnServer()
        try await server.addClient("app")
        try await server.assign("First", to: "app", [.identifierFirst])
        let client = FlowClient(server)
        try await client.begin(client: "app")
        #expect(client.status == "SIGN_ON_REQUIRED")
        // Whether there is such a user isn't told.
        try await client.act("user.lookup", ["username": "nobody"])
        #expect(client.status == "PASSWORD_REQUIRED" && client.flow["_embedded"]?["user"] == nil)
        try await client.act("session.reset")
        #expect(client.status == "SIGN_ON_REQUIRED")
        try await client.act("user.lookup", ["username": "demo"])
        try await client.act("usernamePassword.check", ["password": .string(TestDomain.password)])
        #expect(client.status == "COMPLETED")
    }

    private static let notAsked: [(String, JSONValue)] = [
        ("otp.check", ["otp": "123456"]), ("device.select", ["device": ["id": "00000000-0000-4000-8000-000000000000"]]),
        ("cancel.push.authentication", [:]), ("user.lookup", ["username": "demo"]), ("usernamePassword.check", ["password": "x"]),
    ]

    @Test("what isn't asked now is refused and changes nothing", arguments: notAsked)
    func wrongState(_ action: String, _ body: JSONValue) async throws {
        let client = FlowClient(try await SignOnServer())
        try await client.begin()
        let answer = try await client.act(action, body)
        #expect(answer.status == .badRequest && code(answer) == "REQUEST_FAILED", "\(answer.text)")
        #expect(try await client.enterPassword().json["status"] == "COMPLETED")
    }

    @Test("a flow is its client's: no other cookie, realm or id reads or moves it")
    func foreign() async throws {
        let server = try await SignOnServer()
        let client = FlowClient(server)
        try await client.begin()
        let other = FlowClient(server)
        try await other.begin()
        for thief in [FlowClient(server), FlowClient(server, cookie: other.cookie), FlowClient(server, cookie: "x")] {
            #expect(try await thief.read(client.id).status == .notFound)
            let body: JSONValue = ["username": "demo", "password": .string(TestDomain.password)]
            #expect(try await thief.act("usernamePassword.check", body, on: client.id).status == .notFound)
        }
        #expect(try await client.read(UUID().uuidString).status == .notFound)
        let root = try await server.domain.directory.realms.realm(at: .root).id.uuidString.lowercased()
        let elsewhere = try await server.server.send(
            .get, "/\(root)/flows/\(client.id)", headers: [.cookie: "ST=\(client.cookie ?? "")"])
        #expect(elsewhere.status == .notFound)
    }

    @Test("a flow dies after a quarter of an hour without anybody touching it")
    func dies() async throws {
        let server = try await SignOnServer()
        let client = FlowClient(server)
        try await client.begin()
        for _ in 0..<3 {
            server.devices.time.advance(by: 800)
            #expect(try await client.read().status == .ok)
        }
        server.devices.time.advance(by: 901)
        #expect(try await client.read().status == .notFound)
        #expect(try await client.enterPassword().status == .notFound)
    }

    @Test("a mobile payload in the request counts in its flow", arguments: [true, false])
    func payload(_ isPaired: Bool) async throws {
        let server = try await SignOnServer()
        let phone = isPaired ? try await server.devices.pairedPhone() : try TestPhone(server.devices, seed: 1)
        let client = FlowClient(server)
        try await client.begin([("mobilePayload", try phone.payload())])
        try await client.enterPassword()
        #expect(client.status == "COMPLETED")
        let token = try #require(try await client.exchange().json["id_token"]?.string)
        let bytes = try #require(Base64URL.decode(token.split(separator: ".")[1]))
        let claims = try JSONValue(parsing: bytes)
        #expect((claims[DevicePairingClaim.name] != nil) == !isPaired)
    }

    @Test(
        "requests that can't be are refused as the platform does",
        arguments: [
            [("prompt", "none")], [("mobilePayload", "nonsense")], [("client_id", "app")], [("response_type", "token")],
        ])
    func refused(_ more: [(String, String)]) async throws {
        let client = FlowClient(try await SignOnServer())
        let answer = try await client.begin(more)
        #expect(answer.status == .badRequest && answer.json["code"] == "INVALID_REQUEST", "\(answer.text)")
    }

    @Test("a journey that asks something else ends the flow, and says so")
    func foreignJourney() async throws {
        let server = try await SignOnServer()
        try await server.addClient("app")
        var realm = server.realm
        realm.settings[JourneySettings.self].defaultJourney = "CodeLogin"
        let client = FlowClient(server)
        let choice: JSONValue = ["choice": ["choices": ["a", "b"], "prompt": "Which?"], "a": "success", "b": "failure"]
        let journey: JSONValue = ["name": "CodeLogin", "start": "only", "nodes": ["only": choice]]
        try await server.domain.signIn.journeys.save(journey, named: "CodeLogin", in: realm.id)
        try await server.domain.directory.realms.update(realm)
        let answer = try await client.begin(client: "app")
        #expect(client.status == "FAILED" || answer.status != .ok)
    }

    @Test("other paths than the platform's have no flows")
    func elsewhere() async throws {
        let server = try await SignOnServer()
        let answer = try await server.begin(Browser(server.server), more: [("response_mode", "pi.flow")])
        #expect(OpenIDHarness.parameter("error", of: answer) == "invalid_request")
    }
}
