import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("Registration")
struct RegistrationTests {
    @Test("one page asks for everything, by the realm's schema, policies, questions and terms")
    func page() async throws {
        let step = try await RegistrationHarness().journey.step("Registration")
        #expect(step.types == RegistrationHarness.types)
        #expect(step.callbacks[0].output("prompt") == "Username")
        #expect(step.callbacks[3].output("name") == "mail" && step.callbacks[3].output("required") == true)
        #expect(step.callbacks[3].output("policies")?["policyRequirements"]?.array?.contains("VALID_EMAIL_ADDRESS_FORMAT") == true)
        #expect(step.callbacks[7].output("predefinedQuestions")?.array?.count == 4)
        #expect(step.callbacks[9].output("terms") == "Be kind." && step.callbacks[9].output("version") == "2")
    }

    @Test("a filled-in page makes the account, counts the login and signs in")
    func makes() async throws {
        let harness = try await RegistrationHarness()
        let done = try await harness.send().success
        let user = try #require(try await harness.user())
        #expect(done.session?.user == user.id)
        #expect(user.attribute("mail") == "ada@example.com" && user.loginCount == 1)
        #expect(user.attributes["preferences"] == ["marketing": true, "updates": false])
        #expect(user.attributes["termsAccepted"]?["termsVersion"] == "2")
        #expect(user.attributes["password"] == nil && user.attributes["kbaInfo"] == nil)
        let domain = harness.journey.domain
        #expect(
            try await domain.credentials.securityQuestions.answered(by: user).map(\.question) == [.offered("1"), .own("Who taught you?")])
        #expect(try await harness.journey.login(as: "ada", password: Secret("analytical engine")).success.session != nil)
    }

    @Test(
        "what breaks a policy is asked again with what was wrong, and no account is made",
        arguments: [
            ("IDToken1", "demo", 0, "UNIQUE"), ("IDToken1", "", 0, "REQUIRED"), ("IDToken1", "a/b", 0, "CANNOT_CONTAIN_CHARACTERS"),
            ("IDToken2", "", 1, "REQUIRED"), ("IDToken4", "ada", 3, "VALID_EMAIL_ADDRESS_FORMAT"), ("IDToken5", 7, 4, "VALID_TYPE"),
            ("IDToken7", "short", 6, "MIN_LENGTH"), ("IDToken7", "", 6, "REQUIRED"),
            ("IDToken7", "ada-12345678", 6, "CANNOT_CONTAIN_OTHERS"),
        ] as [(String, JSONValue, Int, String)])
    func policies(_ input: String, _ value: JSONValue, _ index: Int, _ requirement: String) async throws {
        let harness = try await RegistrationHarness()
        let step = try await harness.send((input, value)).step
        #expect(step.types == RegistrationHarness.types)
        #expect(step.failed(index).contains(requirement))
        #expect(try await harness.user() == nil)
    }

    @Test(
        "an answer that is left out, only to be looked at, refused or given twice is asked again",
        arguments: [
            ("IDToken1", nil), ("IDToken1validateOnly", true), ("IDToken4validateOnly", true), ("IDToken7validateOnly", true),
            ("IDToken8answer", ""), ("IDToken9question", "What is the name of your first pet?"), ("IDToken10", false), ("IDToken10", nil),
        ] as [(String, JSONValue?)])
    func again(_ input: String, _ value: JSONValue?) async throws {
        let harness = try await RegistrationHarness()
        let step = try await harness.send((input, value)).step
        #expect(step.questions == RegistrationHarness.types && step.saysWhy != input.hasSuffix("validateOnly"))
        #expect(try await harness.user() == nil)
    }

    @Test("a page that is asked again shows what was given, but nothing secret")
    func repeated() async throws {
        let harness = try await RegistrationHarness()
        let step = try await harness.send(("IDToken10", false)).step
        #expect(step.callbacks[3].output("value") == "ada@example.com")
        #expect(step.callbacks[6].input.first?.value == "" && step.callbacks[7].initial("answer") == "")
        #expect(step.callbacks[7].initial("question")?.string?.isEmpty == false)
        let later = try await harness.journey.send(step.filled([("IDToken10", true)])).step
        #expect(later.failed(6) == ["REQUIRED"], "the password was dropped with the page")
    }

    @Test("one page makes one account, also when it is sent twice")
    func replayed() async throws {
        let harness = try await RegistrationHarness()
        let step = try await harness.journey.step("Registration").filled(RegistrationHarness.form)
        _ = try await harness.journey.send(step).success
        let renamed = step.filled([("IDToken1", "eve")])
        #expect(await harness.journey.error { try await harness.journey.send(renamed) } == JourneyRunError(.spent))
        #expect(try await harness.user("eve") == nil)
    }

    @Test("a realm without terms or security questions asks for none")
    func without() async throws {
        let harness = try await RegistrationHarness {
            ($0[AccountSettings.self].terms, $0[QuestionSettings.self].kbaMinimumAnswers) = (nil, 0)
        }
        #expect(try await harness.journey.step("Registration").types == Array(RegistrationHarness.types.prefix(7)))
        #expect(try await harness.send().success.session != nil)
    }

    @Test("texts come in the client's language")
    func languages() async throws {
        var journey = try await RegistrationHarness().journey
        journey.client.languages = ["de-AT"]
        let step = try await journey.step("Registration")
        #expect(step.callbacks[9].output("terms") == "Seid nett." && step.header == "Registrieren")
    }
}
