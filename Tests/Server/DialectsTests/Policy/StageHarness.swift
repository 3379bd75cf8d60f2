import HTTPTypes
import JourneyEngine
import Primitives
import Services
import Testing

@testable import Dialects

/// A server with the journey of a stage, and a client of it.
struct StageHarness {
    let server: ServerHarness
    let stage: Stage

    init(_ stage: Stage) async throws {
        self.stage = stage
        server = try await ServerHarness()
        let domain = server.domain
        var realm = try await domain.realms.realm(at: TestDomain.alpha)
        realm.settings.terms = RealmTerms(version: "1", created: "2026-01-01T00:00:00Z", texts: ["en": "Be kind."])
        realm.settings.consentMappings = [ConsentMapping("crm", displayName: "CRM")]
        try await domain.realms.update(realm)
        let user = try #require(try await domain.users.user(named: TestDomain.username, in: realm.id))
        let answers = [
            SecurityQuestions.NewAnswer(.offered("1"), Secret("Byron")), SecurityQuestions.NewAnswer(.offered("2"), Secret("Babbage")),
        ]
        try await domain.securityQuestions.define(answers, of: user, in: realm)
        let journey = try JourneyDefinition(text: stage.journey)
        try await domain.journeys.save(journey.json, named: journey.name, in: realm.id)
    }

    /// The stage's step, after a login.
    func step() async throws -> JSONValue {
        let first = try await server.start("Stage")
        return try await server.authenticate(first.answering([TestDomain.username, TestDomain.password])).json
    }

    /// The step with the right answer.
    func answered(_ step: JSONValue) -> JSONValue { step.filling(stage.answers.map { ($0.name, $0.value) }) }

    /// The message behind the stage, with its button for success pressed.
    func passed(_ step: JSONValue) -> JSONValue { step.filling([("IDToken2", 0)]) }

    /// Lets the time pass that the stage wants.
    func wait() { server.time.advance(by: stage.wait) }

    func send(_ step: JSONValue) async throws -> Answer { try await server.authenticate(step) }

    /// How many sessions the user has.
    func sessions() async throws -> Int {
        let realm = try await server.domain.realms.realm(at: TestDomain.alpha)
        let user = try #require(try await server.domain.users.user(named: TestDomain.username, in: realm.id))
        return try await server.domain.sessions.sessions(of: user.id, in: realm.id).count
    }
}

extension Answer {
    /// Whether the journey went past the stage.
    var hasGained: Bool { json["tokenId"] != nil || text.contains("Gained") }

    /// Whether the stage's step was asked again.
    func asksAgain(_ step: JSONValue) -> Bool {
        let types = step["callbacks"]?.array?.map { $0["type"] }
        // What was wrong may stand above the fields.
        let again = json["callbacks"]?.array?.map { $0["type"] }
        return status == .ok && (again == types || again.map { Array($0.dropFirst()) } == types)
    }
}

extension JSONValue {
    /// A step with inputs set by name.
    func filling(_ values: [(String, JSONValue)]) -> JSONValue {
        changingCallbacks { callbacks in callbacks.map { $0.changingInputs { name, old in values.first { $0.0 == name }?.1 ?? old } } }
    }

    /// A callback with its inputs changed; nil removes one.
    func changingInputs(_ change: (String, JSONValue) -> JSONValue?) -> JSONValue {
        guard let inputs = self["input"]?.array else { return self }
        return with(
            "input",
            .array(
                inputs.compactMap { input in
                    change(input["name"]?.string ?? "", input["value"] ?? .null).map { input.with("value", $0) }
                }))
    }
}
