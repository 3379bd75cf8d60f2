import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import PolicyMessages
import Primitives
import Sessions
import Testing

@testable import JourneyModel
@testable import JourneyEngine
import JourneyNodes
@testable import Services
@testable import SignIn
@testable import Directory
@testable import Foundations

/// A server with the policy set `banking` in `/alpha`, journeys for its step-ups, and an administrator who asks for decisions.
struct PolicyServer {
    static let transfer = "https://api.example.com/transfer"
    static let account = "https://api.example.com/account"
    static let vault = "https://api.example.com/vault"

    let server: ServerHarness
    let realm: Realm
    let administrator: String

    init() async throws {
        server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let engine = JourneyEngine(domain: JourneyServices(server.domain), catalogue: .runnable)
        for text in Self.journeys { try await engine.save(try JourneyDefinition(text: text), in: realm) }
        // Settings name journeys that are there.
        realm.settings[SessionSettings.self].journeysByLevel = ["5": "Strongest", "2": "Stronger"]
        try await server.domain.directory.realms.update(realm)
        self.realm = realm
        try await server.domain.signIn.policies.save(try PolicySet(json: Self.policies), in: realm.id)
        let root = try await server.domain.directory.realms.realm(at: .root)
        let hash = try await server.domain.directory.hasher.hash(Secret(TestDomain.password))
        let admin = try await server.domain.directory.users.create("admin", in: root.id, passwordHash: hash)
        try await server.domain.directory.users.setAdministrator(true, admin.id, in: root.id)
        _ = try await server.domain.directory.users.create("alice", in: realm.id, passwordHash: hash)
        administrator = try await Self.signIn(server, "admin", realm: "")
    }

    /// Signs somebody in, and returns the token.
    static func signIn(_ server: ServerHarness, _ username: String, realm: String = "/realms/alpha") async throws -> String {
        let step = try await server.authenticate(realm: realm).json
        let success = try await server.authenticate(step.answering([username, TestDomain.password]), realm: realm)
        return try #require(success.json["tokenId"]?.string)
    }

    func signIn(_ username: String = TestDomain.username) async throws -> String { try await Self.signIn(server, username) }

    /// `POST …/policies?_action=evaluate`.
    func evaluate(
        _ resource: String = Self.transfer, for token: String?, transaction: String? = nil, asking caller: String? = nil
    ) async throws -> ServerResponse {
        let environment = transaction.map { ["TxId": [$0]] } ?? [:]
        let request = PolicyRequest(
            application: "banking", resources: [resource], session: token.map { Secret($0) }, environment: environment)
        return try await ask(request.json, headers: server.presenting(caller ?? administrator))
    }

    func ask(_ body: JSONValue, headers: HTTPFields, action: String = "evaluate") async throws -> ServerResponse {
        try await server.send(
            .post, "/am/json/realms/alpha/policies?_action=\(action)", headers: ServerHarness.json.merging(headers), body: body.text)
    }

    /// The one decision of an answer.
    func decide(_ resource: String = Self.transfer, for token: String?, transaction: String? = nil) async throws -> PolicyDecision {
        try PolicyDecision(json: try #require(try await evaluate(resource, for: token, transaction: transaction).json.array?.first))
    }

    /// Begins a step-up.
    func begin(_ advice: PolicyAdvice, with token: String?, parameters: String = "", inBase64: Bool = false) async throws -> ServerResponse
    {
        let value = inBase64 ? Base64URL.encode(advice.xml.utf8) : advice.xml.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return try await server.authenticate(
            query: "?authIndexType=composite_advice&authIndexValue=\(value ?? "")\(parameters)",
            headers: token.map(server.presenting) ?? [:])
    }

    /// Asks for a transaction, and approves it with the password.
    func approved(_ token: String) async throws -> String {
        let advice = try await decide(for: token).advices
        let step = try await begin(advice, with: token).json
        #expect(try await server.authenticate(step.answering([TestDomain.password])).json["tokenId"]?.string == token)
        return try #require(advice.transactionID)
    }

    private static let policies: JSONValue = [
        "name": "banking",
        "policies": [
            "transfer": ["resources": [.string(transfer)], "actions": ["POST": true], "condition": ["transaction": "Approve"]],
            "account": ["resources": [.string(account)], "actions": ["GET": true], "condition": ["authLevel": 2]],
            "vault": ["resources": [.string(vault)], "actions": ["GET": true], "condition": ["journey": "Stronger"]],
        ],
    ]

    private static let journeys = [
        """
        name: Approve
        transactionalOnly: true
        start: password
        nodes:
          password: { password: {}, next: check }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """,
        """
        name: Stronger
        start: credentials
        nodes:
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": raise, "false": failure }
          raise: { modifyAuthLevel: { authLevelIncrement: 2 }, next: success }
        """,
        """
        name: Strongest
        start: credentials
        nodes:
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": raise, "false": failure }
          raise: { modifyAuthLevel: { authLevelIncrement: 5 }, next: success }
        """,
    ]
}
