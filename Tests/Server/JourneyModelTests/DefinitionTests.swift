import JourneyTesting
import Primitives
import ResourceMessages
import Testing

@testable import JourneyModel

@Suite("A journey's file")
struct DefinitionTests {
    @Test("the built-in journeys are journeys")
    func builtIn() throws {
        #expect(try BuiltInJourneys.all().map(\.name) == ["Login", "sdkUsernamePasswordJourney"])
        let demonstration = [
            "Login", "ProgressiveProfile", "UpdatePassword", "Registration", "VerifiedRegistration", "ResetPassword", "ForgottenUsername",
            "ConfirmEmail",
            "PhoneLogin", "CodeLogin", "AuthenticatorLogin", "PasskeyLogin", "PasskeyRegistration", "RiskLogin", "OrchestrationLogin",
        ]
        #expect(try BuiltInJourneys.demonstration().map(\.name) == demonstration)
    }

    @Test(
        "what is stored reads back as the same journey",
        arguments: [
            BuiltInJourneys.login, BuiltInJourneys.registration, BuiltInJourneys.resetPassword, BuiltInJourneys.forgottenUsername,
            Journeys.choiceBeforeCheck, Journeys.messageAfterPassword,
            "mustRun: true\ntreeTimeout: 5\nmaximumIdleTime: 3\nidentityResource: managed/alpha_user\n" + Journeys.outer,
        ])
    func roundTrip(_ text: String) throws {
        let journey = try JourneyDefinition(text: text)
        let again = try JourneyDefinition(json: journey.json)
        #expect(again.json == journey.json)
        #expect(again.fingerprint == journey.fingerprint && again.traits == journey.traits)
    }

    @Test("JSON and YAML say the same")
    func json() throws {
        let yaml = try JourneyDefinition(text: Journeys.twoSteps)
        #expect(try JourneyDefinition(text: yaml.json.text).fingerprint == yaml.fingerprint)
    }

    @Test("names of AM and numbers as texts are taken")
    func lenient() throws {
        let text = Journeys.twoSteps.replacing("username: {}", with: "UsernameCollectorNode: {}")
            .replacing("limit: 3", with: "limit: \"3\"").replacing("true\": success", with: "true\": 70e691a5-1e33-4ac3-a356-e7b6d60d92e0")
        #expect(try JourneyDefinition(text: text).fingerprint == JourneyDefinition(text: Journeys.twoSteps).fingerprint)
    }

    @Test("another setting is another content")
    func fingerprint() throws {
        let changed = Journeys.twoSteps.replacing("limit: 3", with: "limit: 4")
        #expect(try JourneyDefinition(text: changed).fingerprint != JourneyDefinition(text: Journeys.twoSteps).fingerprint)
    }

    @Test("a password is kept only while a node that checks it lies ahead")
    func secretsAhead() throws {
        let journey = try JourneyDefinition(text: Journeys.choiceBeforeCheck)
        #expect(journey.secretsNeeded(from: "way") == [SecretName.password])
        #expect(journey.secretsNeeded(from: "bye").isEmpty)
    }

    @Test("every kind of node is described, once, by both names")
    func catalogue() throws {
        let descriptions = NodeCatalogue.standard.descriptions
        #expect(Set(descriptions.flatMap { [$0.name, $0.alias] }).count == descriptions.count * 2)
        for node in descriptions {
            #expect(!node.title.isEmpty && node.help.hasSuffix("."))
            #expect(node.settings.allSatisfy { !$0.help.isEmpty && !$0.form.description.isEmpty })
        }
        let silent = NodeCatalogue.standard.kinds.filter {
            $0.type.interaction == .always && $0.type.alias != "page" && $0.callbacks.isEmpty
        }
        #expect(silent.map(\.type.alias) == [], "nodes that ask declare what they ask")
        let retries = try #require(descriptions.first { $0.alias == "retryLimitDecision" })
        #expect(retries.outcomes == ["Retry", "Reject"])
        #expect(retries.settings.first?.initial == 3)
    }
}
