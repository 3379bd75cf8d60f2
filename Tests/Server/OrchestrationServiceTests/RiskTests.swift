import CommandChannel
import Foundation
import HTTPTypes
@testable import Orchestration
import OrchestrationService
import OrchestrationTesting
import Primitives
import Risk
import RiskScoring
import Services
import Store
import Testing

/// Files that know 203.0.113.0/24 as an anonymous network of ill repute, and all others as good ones.
private struct Sources: RiskSources {
    private func isBad(_ address: IPAddress) -> Bool { IPRange("203.0.113.0/24")?.contains(address) ?? false }

    func place(of address: IPAddress) -> Lookup<Place> { .unknown }
    func network(of address: IPAddress) -> Lookup<NetworkOwner> { .unknown }
    func isAnonymous(_ address: IPAddress) -> Lookup<Bool> { .found(isBad(address)) }
    func standing(of address: IPAddress) -> Lookup<Int> { .found(isBad(address) ? 95 : 0) }
    func standing(ofMailDomain domain: String) -> Lookup<Int> { .unknown }
}

@Suite("Risk in answers to customers' servers", .timeLimit(.minutes(3)))
struct RiskTests {
    private static func server(evaluates: Bool = true) async throws -> OrchestrationServer {
        var rules = OrchestrationRules()
        rules.evaluatesRisk = evaluates
        return try await OrchestrationServer(rules: rules, riskSources: Sources())
    }

    private static func code(_ answer: OrchestrationServer.ServerResponse) -> Int? {
        answer.json["riskResponseCode"]?.integer.map { Int($0) }
    }

    private static func ask(
        _ server: OrchestrationServer, _ address: String?, signing: Bool = false
    ) async throws -> OrchestrationServer.ServerResponse {
        let body: JSONValue =
            signing
            ? ["data": ["transactionMessage": ["dataFields": [["key": ["text": "To"], "value": ["text": "ACME"]]]]]]
            : ["loginMessage": ["title": ["text": "Sign in?"]]]
        var all = body.object ?? [:]
        all["orchestrationDelivery"] = ["requestMessage"]
        all["clientIP"] = address.map(JSONValue.string)
        return try await server.call(.post, "users/tom/\(signing ? "transactions/validate" : "login")", .object(all))
    }

    @Test("requests carry the evaluation's code, then and whenever they are read", arguments: [false, true])
    func requests(_ signing: Bool) async throws {
        let server = try await Self.server()
        let phone = LivePhone(server)
        try await phone.activated()
        let good = try await Self.ask(server, "192.0.2.1", signing: signing)
        #expect(Self.code(good) == 0, "\(good.json)")
        let bad = try await Self.ask(server, "203.0.113.7", signing: signing)
        #expect(Self.code(bad) == 1 || Self.code(bad) == 2, "\(bad.json)")
        #expect(Self.code(try await server.call(.get, "sessions/\(bad["requestID"] ?? "")")) == Self.code(bad))
        #expect(Self.code(try await Self.ask(server, nil, signing: signing)) == -1)
        #expect(try await Self.ask(server, "not an address", signing: signing).status == 400)
    }

    @Test("an approval teaches what is usual, a rejection doesn't")
    func completed() async throws {
        let server = try await Self.server()
        let phone = LivePhone(server)
        try await phone.activated()
        let refused = try await Self.ask(server, "192.0.2.1")
        _ = try await phone.answer(try #require(refused["requestMessage"]), .reject)
        let ends = { () async throws -> [String] in
            try await server.domain.risk.latest(limit: 10, in: server.realm).map(\.completion.rawValue)
        }
        #expect(try await ends().first == "FAILED")
        let accepted = try await Self.ask(server, "192.0.2.1")
        _ = try await phone.answer(try #require(accepted["requestMessage"]))
        #expect(try await ends().contains("SUCCESS"))
    }

    @Test("codes and registrations carry it too; a wrong code ends the event as a failure")
    func codes() async throws {
        let server = try await Self.server()
        let phone = LivePhone(server)
        for wrong in ["nope", "1.2.3.4:80", "192.0.2.1\u{202E}", ""] {
            let refused = try await server.call(.post, "users/register", ["userID": "tom", "clientIP": .string(wrong)])
            #expect(refused.status != 200, "\(wrong)")
        }
        let registered = try await server.call(.post, "users/register", ["userID": "tom", "clientIP": "192.0.2.1"])
        #expect(Self.code(registered) == 0, "\(registered.json)")
        try await phone.activated()
        let code = try await phone.oneTimePassword()
        var body: JSONObject = ["credentials": ["authenticator": ["OTP": .string(code.code)]], "clientIP": "192.0.2.1"]
        #expect(Self.code(try await server.call(.post, "users/tom/login", .object(body))) == 0)
        body["credentials"] = ["authenticator": ["OTP": "00000000"]]
        #expect(try await server.call(.post, "users/tom/login", .object(body)).number == -1600)
        let ends = try await server.domain.risk.latest(limit: 10, in: server.realm).map(\.completion.rawValue)
        #expect(ends.filter { $0 == "SUCCESS" }.count == 1 && ends.filter { $0 == "FAILED" }.count == 1, "\(ends)")
    }

    @Test("an application that doesn't want it has no evaluation")
    func unwanted() async throws {
        let server = try await Self.server(evaluates: false)
        try await LivePhone(server).activated()
        #expect(Self.code(try await Self.ask(server, "203.0.113.7")) == -1)
        #expect(try await server.domain.risk.latest(limit: 10, in: server.realm).isEmpty)
    }

    /// The latest evaluation's facts of the device, and its event.
    private static func latest(_ server: OrchestrationServer) async throws -> (device: JSONValue?, event: JSONObject, signals: String) {
        let found = try #require(try await server.domain.risk.latest(limit: 1, in: server.realm).first)
        return (found.facts["device"], found.event, found.signals)
    }

    private static func browser(
        _ data: JSONObject, _ server: OrchestrationServer, _ call: String = "login"
    ) async throws
        -> OrchestrationServer.ServerResponse
    {
        // The latest evaluation is found by its time.
        server.time.advance(by: 1)
        var body: JSONObject = ["clientIP": "192.0.2.1", "cddc": ["browserCDDC": .object(data)]]
        switch call {
        case "register": body["userID"] = "tom"
        case "transactions/validate":
            body["data"] = ["transactionMessage": ["dataFields": [["key": ["text": "To"], "value": ["text": "ACME"]]]]]
            body["orchestrationDelivery"] = ["requestMessage"]
        default: body["orchestrationDelivery"] = ["requestMessage"]
        }
        return try await server.call(.post, call == "register" ? "users/register" : "users/tom/\(call)", .object(body))
    }

    @Test(
        "the browser that a call names is the event's device, known again by its digest",
        arguments: ["register", "login", "events/validate", "transactions/validate"])
    func browsers(_ call: String) async throws {
        let server = try await Self.server()
        let phone = LivePhone(server)
        try await phone.activated()
        let hash = String(repeating: "0a", count: 32)
        let first = try await Self.browser(["fingerprintHash": .string(hash), "fingerprintRaw": "{}"], server, call)
        #expect(first.status == 200, "\(first.json)")
        #expect(try await Self.latest(server).signals == "TAKEN")
        #expect(try await Self.latest(server).device?["known"] == false)
        for _ in 0..<2 {
            let asked = try await Self.browser(["fingerprintHash": .string(hash.uppercased())], server)
            _ = try await phone.answer(try #require(asked["requestMessage"]))
        }
        _ = try await Self.browser(["fingerprintHash": .string(hash)], server, call)
        #expect(try await Self.latest(server).device?["known"] == true)
        _ = try await Self.browser(["fingerprintRaw": #"{"agent":"x"}"#], server, call)
        #expect(try await Self.latest(server).device?["known"] == false)
        for wrong: JSONObject in [
            [:], ["fingerprintHash": "0a"], ["fingerprintHash": .string(String(repeating: "zz", count: 32))], ["x": 1],
        ] {
            #expect(try await Self.browser(wrong, server, call).status == 400)
        }
    }

    @Test("the latest that an authenticator's device told is judged with its user's events, and a rooted one shows")
    func toldData() async throws {
        let server = try await Self.server()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        _ = try await Self.ask(server, "192.0.2.1")
        let before = try await Self.latest(server)
        #expect(before.device == nil && before.signals == "NONE")
        func tell(_ data: JSONObject) async throws {
            let message = try await device.deviceMessage("tom", event: "start", applicationData: "{}", data: data, isEncrypted: true)
            _ = try await phone.relay.carry(message)
            server.time.advance(by: 1)
        }
        try await tell(["deviceRooted": false])
        #expect(Self.code(try await Self.ask(server, "192.0.2.1")) == 0)
        let whole = try await Self.latest(server)
        #expect(whole.device?["tampering"] == 0 && whole.signals == "TAKEN")
        try await tell(["deviceRooted": true])
        _ = try await Self.ask(server, "192.0.2.1")
        #expect(try await Self.latest(server).device?["tampering"] == 1000)
        let hash = String(repeating: "0a", count: 32)
        _ = try await Self.browser(["fingerprintHash": .string(hash)], server)
        #expect(try await Self.latest(server).device?["tampering"] == 1000, "whatever browser the user has")
    }

    @Test(
        "sessionID and eventType are values that conditions name: the code is that of the policy which does",
        arguments: [
            ("login", "sessionID", "session.id"), ("events/validate", "sessionID", "session.id"),
            ("transactions/validate", "sessionID", "session.id"), ("events/validate", "eventType", "flow.subtype"),
        ])
    func named(_ call: String, _ member: String, _ path: String) async throws {
        let server = try await Self.server()
        try await LivePhone(server).activated()
        let condition: JSONValue = ["type": "VALUE_COMPARISON", "value": .string("${event.\(path)}"), "equals": "ChangeAddress"]
        let policy: JSONValue = ["name": "Named", "condition": condition, "result": ["level": "HIGH"]]
        _ = try await server.domain.risk.declarations.create(
            ["name": "Ours", "default": true, "riskPolicies": [policy]], .policySet, in: server.realm)
        for (value, code) in [("ChangeAddress", 1), ("Other", 0)] {
            var body: JSONObject = ["clientIP": "192.0.2.1", "orchestrationDelivery": ["requestMessage"]]
            body[member] = .string(value)
            if call == "transactions/validate" {
                body["data"] = ["transactionMessage": ["dataFields": [["key": ["text": "To"], "value": ["text": "ACME"]]]]]
            }
            let answer = try await server.call(.post, "users/tom/\(call)", .object(body))
            #expect(Self.code(answer) == code, "\(value): \(answer.json)")
        }
    }
}
