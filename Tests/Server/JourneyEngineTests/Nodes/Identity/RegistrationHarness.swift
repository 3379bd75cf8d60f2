import JourneyMessages
import JourneyModel
import Primitives

@testable import JourneyEngine
import Services
import Directory

/// The journey Registration in a realm with terms, and a filled-in form.
struct RegistrationHarness: Sendable {
    let journey: JourneyHarness

    init(_ change: (inout RealmSettings) -> Void = { _ in }) async throws {
        journey = try await JourneyHarness { settings in
            settings[PasswordSettings.self].passwordMinimumLength = 8
            settings[AccountSettings.self].terms = RealmTerms(
                version: "2", created: "2026-01-01T00:00:00Z", texts: ["en": "Be kind.", "de": "Seid nett."])
            change(&settings)
        }
        try await journey.add(BuiltInJourneys.registration)
    }

    /// What a user fills in, by the inputs' names.
    static let form: [(String, JSONValue?)] = [
        ("IDToken1", "ada"), ("IDToken2", "Ada"), ("IDToken3", "Lovelace"), ("IDToken4", "ada@example.com"), ("IDToken5", true),
        ("IDToken6", false), ("IDToken7", "analytical engine"), ("IDToken8question", "What is the name of your first pet?"),
        ("IDToken8answer", "Byron"), ("IDToken9question", "Who taught you?"), ("IDToken9answer", "Mary"), ("IDToken10", true),
    ]

    /// Sends the form to a new run, with some inputs otherwise than above; nil leaves one out.
    func send(_ changes: (String, JSONValue?)...) async throws -> JourneyReply {
        try await journey.send(journey.step("Registration").filled(Self.form + changes))
    }

    /// The types of the page's questions.
    static let types: [CallbackType] = [
        .validatedUsername, .stringAttribute, .stringAttribute, .stringAttribute, .booleanAttribute, .booleanAttribute,
        .validatedPassword, .kbaCreate, .kbaCreate, .termsAndConditions,
    ]

    func user(_ name: String = "ada") async throws -> User? {
        try await journey.domain.directory.users.user(named: name, in: journey.realm.id)
    }
}

extension Step {
    /// The step with inputs set by name.
    func filled(_ inputs: [(String, JSONValue?)]) -> Step {
        var step = self
        for (name, value) in inputs {
            for index in step.callbacks.indices {
                for place in step.callbacks[index].input.indices where step.callbacks[index].input[place].name == name {
                    step.callbacks[index].input[place].value = value
                }
            }
        }
        return step
    }

    /// The policies that the answer to a callback failed.
    func failed(_ index: Int) -> [String] {
        (callbacks[index].output("failedPolicies")?.array ?? []).compactMap { policy in
            policy.string.flatMap { try? JSONValue(parsing: $0) }?["policyRequirement"]?.string
        }
    }
}
