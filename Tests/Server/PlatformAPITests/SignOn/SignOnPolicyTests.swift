import Foundations
@testable import HTTPBase
import Store
import DialectTesting
import Foundation
import HTTPTypes
import Primitives
import Testing

import Messaging
import Directory
import SignIn
import DevicePolicies
import Services

@Suite("Sign-on policies at run time")
struct SignOnPolicyTests {
    /// A server whose other application, without a phone, is the test's to assign policies to.
    private static func server() async throws -> SignOnServer {
        let server = try await SignOnServer()
        try await server.addClient("app")
        return server
    }

    private static func signIn(
        _ server: SignOnServer, _ browser: Browser, acr: String? = nil, more: [(String, String)] = []
    ) async throws -> JSONObject? {
        let asked = more + (acr.map { [("acr_values", $0)] } ?? [])
        var answer = try await server.begin(browser, client: "app", more: asked)
        if answer.headers[.location] == nil { answer = try await server.enterPassword(browser) }
        return try await server.claims(answer, client: "app")
    }

    @Test("the application's policy of the highest priority is run, and named in the ID token")
    func standard() async throws {
        let server = try await Self.server()
        try await server.assign("Second", to: "app", priority: 2, [.login])
        try await server.assign("First", to: "app", priority: 1, [.login])
        #expect(try await Self.signIn(server, Browser(server.server))?["acr"] == "First")
    }

    @Test("an application without policies signs in by the realm's journey")
    func none() async throws {
        let server = try await Self.server()
        let browser = Browser(server.server)
        try await server.begin(browser, client: "app", more: [("acr_values", "Phone")])
        #expect(!browser.target.contains("journey="))
        #expect(try await server.claims(try await server.enterPassword(browser), client: "app")?["acr"] == nil)
    }

    @Test(
        "acr_values names assigned policies in order of preference; others are passed over",
        arguments: [
            ("Second", "Second"), ("Second First", "Second"), ("Unknown Second First", "Second"), ("Unknown", "First"),
            ("Phone", "First"), ("first", "First"), ("", "First"),
        ])
    func preference(_ values: String, _ expected: String) async throws {
        let server = try await Self.server()
        try await server.assign("First", to: "app", priority: 1, [.login])
        try await server.assign("Second", to: "app", priority: 2, [.identifierFirst])
        let browser = Browser(server.server)
        var answer = try await server.begin(browser, client: "app", more: [("acr_values", values)])
        if expected == "Second" {
            try await browser.submit(["IDToken1": "demo"])
            answer = try await browser.submit(["IDToken1": TestDomain.password])
        } else {
            answer = try await server.enterPassword(browser)
        }
        #expect(try await server.claims(answer, client: "app")?["acr"]?.string == expected)
    }

    @Test("another journey in the address of the sign-in page doesn't stand in for the policy", arguments: ["Login", nil])
    func tampered(_ journey: String?) async throws {
        let server = try await Self.server()
        try await server.assign("Strong", to: "app", [.login, .mfa])
        let browser = Browser(server.server)
        try await server.begin(browser, client: "app")
        let target = browser.target.replacing(/&journey=[^&]*/, with: journey.map { "&journey=\($0)" } ?? "")
        #expect(target != browser.target)
        try await browser.open(target)
        let answer = try await server.enterPassword(browser)
        #expect(answer.headers[.location] == nil && browser.target.contains("journey=signOnPolicy"))
        #expect(browser.cookies["iPlanetDirectoryPro"] != nil)
    }

    @Test("a session of a lesser policy is not enough, one of a policy that asks no less is")
    func sessions() async throws {
        let server = try await Self.server()
        try await server.assign("Single", to: "app", priority: 1, [.login])
        try await server.assign("Double", to: "app", priority: 2, [.login, .mfa], noDevices: .bypass)
        let lesser = Browser(server.server)
        #expect(try await Self.signIn(server, lesser)?["acr"] == "Single")
        #expect(try await server.begin(lesser, client: "app", more: [("acr_values", "Double")]).headers[.location] == nil)
        let greater = Browser(server.server)
        #expect(try await Self.signIn(server, greater, acr: "Double")?["acr"] == "Double")
        #expect(try await server.claims(try await server.begin(greater, client: "app"), client: "app")?["acr"] == "Double")
        // A session of the realm's own journey has completed no policy.
        let usual = Browser(server.server)
        try await usual.open("/realms/alpha/login")
        try await server.enterPassword(usual)
        #expect(try await server.begin(usual, client: "app").headers[.location] == nil)
    }

    @Test("an action's device authentication policy says which devices may be asked", arguments: [true, false])
    func devicePolicy(_ isNamed: Bool) async throws {
        let server = try await Self.server()
        let phone = try await server.devices.pairedPhone()
        let none = try await server.domain.devicePolicies.mfaPolicies.create(
            DeviceAuthenticationPolicy(id: UUID(), name: "None"), in: server.realm)
        try await server.assign("Policy", to: "app", [.login, .mfa], noDevices: .bypass) {
            if $0.type == .mfa, isNamed { $0.devicePolicy = none.id }
        }
        #expect(try await Self.signIn(server, Browser(server.server)) == nil)
        #expect(try await server.domain.messaging.push.waiting(for: phone.id, realm: server.realm.id).isEmpty == isNamed)
    }

    @Test("the action of the lowest priority comes first, whichever was added first")
    func priority() async throws {
        let server = try await Self.server()
        _ = try await server.devices.pairedPhone()
        try await server.assign("Policy", to: "app", [.mfa, .login]) { $0.priority = $0.type == .login ? 1 : 2 }
        let browser = Browser(server.server)
        try await server.begin(browser, client: "app")
        #expect(browser.page?.text.contains("name=\"IDToken2\"") == true, "the password is asked for first")
        try await server.enterPassword(browser)
        #expect(browser.page?.text.contains("passcode") == true && browser.cookies["iPlanetDirectoryPro"] == nil)
    }

    /// Users without a usable device.
    enum Without: CaseIterable { case noDevice, mfaOff, bypass }

    @Test("users without a device are let through or not, as the action says", arguments: Without.allCases, SignOnAction.NoDevices.allCases)
    func without(_ user: Without, _ mode: SignOnAction.NoDevices) async throws {
        let server = try await Self.server()
        try await server.assign("Policy", to: "app", [.login, .mfa], noDevices: mode)
        let id = server.devices.user.id
        switch user {
        case .noDevice: break
        case .mfaOff: try await server.domain.directory.users.setMFAEnabled(false, of: id, in: server.realm.id)
        case .bypass:
            try await server.domain.directory.users.setMFABypass(
                until: server.devices.time.now.addingTimeInterval(60), of: id, in: server.realm.id)
        }
        let isIn = try await Self.signIn(server, Browser(server.server)) != nil
        #expect(isIn == (mode == .bypass || user == .bypass))
    }

    @Test(
        "an action is run when its condition holds",
        arguments: [
            (#"{"contains":"${flow.request.http.remoteIp}","ipRange":["203.0.113.0/24"]}"#, false),
            (#"{"not":{"contains":"${flow.request.http.remoteIp}","ipRange":["203.0.113.0/24"]}}"#, true),
            (#"{"value":"${user.username}","equals":"demo"}"#, true), (#"{"value":"${user.username}","equals":"kim"}"#, false),
            (#"{"value":"${user.mfaEnabled}","equals":true}"#, true), (#"{"value":"a","equals":"a"}"#, true),
            (#"{"and":[{"value":"a","equals":"a"},{"value":"a","equals":"b"}]}"#, false),
            (#"{"or":[{"value":"a","equals":"a"},{"value":"a","equals":"b"}]}"#, true),
            (#"{"secondsSince":"${session.lastSignOn.withAuthenticator.pwd.at}","greater":60}"#, true),
            (#"{"secondsSince":"${session.lastSignOn.withAuthenticator.mfa.at}","greater":60}"#, true),
        ])
    func conditions(_ text: String, _ isRun: Bool) async throws {
        let server = try await Self.server()
        // A condition names users that there are.
        _ = try await server.domain.directory.users.create("kim", in: server.realm.id)
        let condition = try SignOnCondition(reading: try JSONValue(parsing: text))
        try await server.assign("Policy", to: "app", [.login, .mfa]) { if $0.type == .mfa { $0.condition = condition } }
        // The action blocks whoever has no device.
        let isIn = try await Self.signIn(server, Browser(server.server)) != nil
        #expect(isIn != isRun)
    }

    @Test(
        "a condition that nothing here can decide lets nobody in",
        arguments: [
            #"{"value":"${user.nickname}","equals":"x"}"#, #"{"ipRisk":[],"valid":"${flow.request.http.remoteIp}"}"#,
        ])
    func undecidable(_ text: String) async throws {
        let server = try await Self.server()
        let condition = try SignOnCondition(reading: try JSONValue(parsing: text))
        try await server.assign("Policy", to: "app", [.login]) { $0.condition = .not(condition) }
        #expect(try await server.begin(Browser(server.server), client: "app").status == .internalServerError)
    }

    @Test("an action or a policy that isn't run here lets nobody in", arguments: [[SignOnAction.Kind.login, .agreement], []])
    func unsupported(_ kinds: [SignOnAction.Kind]) async throws {
        let server = try await Self.server()
        try await server.assign("Policy", to: "app", kinds)
        let answer = try await server.begin(Browser(server.server), client: "app")
        #expect(answer.headers[.location] == nil && answer.status != .ok)
    }

    @Test("whoever is signed in is spared the password while a condition doesn't want it")
    func recent() async throws {
        let server = try await Self.server()
        let condition = SignOnCondition.secondsSince("${session.lastSignOn.withAuthenticator.pwd.at}", greater: 600)
        try await server.assign("Policy", to: "app", [.login]) { $0.condition = condition }
        // Nobody is known: the password is asked whatever the condition says.
        #expect(try await server.begin(Browser(server.server), client: "app").headers[.location] == nil)
        let browser = Browser(server.server)
        try await browser.open("/realms/alpha/login")
        try await server.enterPassword(browser)
        server.devices.time.advance(by: 300)
        #expect(try await server.claims(try await server.begin(browser, client: "app"), client: "app")?["acr"] == "Policy")
        let late = Browser(server.server)
        try await late.open("/realms/alpha/login")
        try await server.enterPassword(late)
        server.devices.time.advance(by: 601)
        #expect(try await server.begin(late, client: "app").headers[.location] == nil)
    }

    @Test("a policy that begins with the device asks whoever is signed in, and nobody else")
    func deviceAlone() async throws {
        let server = try await Self.server()
        try await server.assign("Device", to: "app", [.mfa], noDevices: .bypass)
        #expect(try await server.begin(Browser(server.server), client: "app").headers[.location] == nil)
        let browser = Browser(server.server)
        try await browser.open("/realms/alpha/login")
        try await server.enterPassword(browser)
        #expect(try await server.claims(try await server.begin(browser, client: "app"), client: "app")?["acr"] == "Device")
    }

    @Test("wrong passwords lock the password, as everywhere")
    func lockOut() async throws {
        let server = try await Self.server()
        try await server.assign("Policy", to: "app", [.login])
        let browser = Browser(server.server)
        try await server.begin(browser, client: "app")
        for _ in 0..<5 { try await browser.submit(["IDToken1": "demo", "IDToken2": "wrong"]) }
        let user = try #require(try await server.domain.directory.users.user(named: "demo", in: server.realm.id))
        let failures = try await server.domain.directory.users.failures(of: user.id, in: server.realm.id)[.password]
        #expect(failures?.isLocked(at: server.devices.time.now) == true && !user.isLocked(at: server.devices.time.now))
        #expect(try await Self.signIn(server, Browser(server.server)) == nil)
    }

    @Test("a policy that is changed while somebody signs in is begun anew")
    func changed() async throws {
        let server = try await Self.server()
        let policy = try await server.assign("Policy", to: "app", [.login])
        let browser = Browser(server.server)
        try await server.begin(browser, client: "app")
        _ = try await server.domain.signIn.signOnPolicies.add(
            SignOnAction(id: UUID(), type: .mfa, priority: 2), to: policy.id, in: server.realm)
        #expect(try await server.enterPassword(browser).headers[.location] == nil)
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
    }

    @Test("a policy that an application is assigned can't be removed, and can once it is assigned no more")
    func removedWhileAssigned() async throws {
        let server = try await Self.server()
        let policy = try await server.assign("Strong", to: "app", priority: 2, [.login, .mfa])
        try await server.assign("Usual", to: "app", priority: 1, [.login])
        let policies = server.domain.signIn.signOnPolicies
        await #expect(throws: DomainError(.conflict, "")) { try await policies.delete(policy.id, in: server.realm) }
        let assigned = try await server.domain.signIn.signOnAssignments.all(of: "app", in: server.realm)
        let assignment = try #require(assigned.first { $0.policy == policy.id })
        try await server.domain.signIn.signOnAssignments.delete(assignment.id, of: "app", in: server.realm)
        try await policies.delete(policy.id, in: server.realm)
        #expect(try await policies.policy(policy.id, in: server.realm) == nil)
    }

    @Test("an assignment of a policy that isn't there lets nobody in, whichever other policies there are", arguments: [false, true])
    func dangling(_ hasOther: Bool) async throws {
        let server = try await Self.server()
        let browser = Browser(server.server)
        try await browser.open("/realms/alpha/login")
        try await server.enterPassword(browser)
        if hasOther { try await server.assign("Usual", to: "app", priority: 2, [.login]) }
        let policy = try await server.assign("Strong", to: "app", priority: 1, [.login, .mfa])
        try await server.domain.platform.database.write { transaction in
            _ = try transaction.execute("DELETE FROM documents WHERE kind = 'signOnPolicy' AND name = ?1", policy.id.text)
        }
        let silent = try await server.begin(browser, client: "app", more: [("prompt", "none")])
        #expect(OpenIDHarness.parameter("error", of: silent) == "server_error" && OpenIDHarness.parameter("code", of: silent).isEmpty)
        let asked = try await server.begin(browser, client: "app")
        #expect(OpenIDHarness.parameter("error", of: asked) == "server_error" && OpenIDHarness.parameter("code", of: asked).isEmpty)
    }
}
