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

    private static func code(_ answer: OrchestrationServer.Answer) -> Int? { answer.json["riskResponseCode"]?.integer.map { Int($0) } }

    private static func ask(
        _ server: OrchestrationServer, _ address: String?, signing: Bool = false
    ) async throws -> OrchestrationServer.Answer {
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
        #expect(Self.code(try await Self.ask(server, "not an address", signing: signing)) == -1)
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
}
