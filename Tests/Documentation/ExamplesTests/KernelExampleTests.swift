import JourneyMessages
import PolicyMessages
import Primitives
import Testing

@Suite("What the kernel's examples say is so")
struct KernelExampleTests {
    @Test func primitives() throws {
        let (subject, audiences) = try primitivesJSON(text: #"{"sub":"demo","aud":["a","b"]}"#)
        #expect(subject == "demo" && audiences == ["a", "b"])
        #expect(primitivesSecret() == "signing in with ‹redacted›")
        #expect(primitivesSeams() == primitivesSeams() && Base64URL.decode(primitivesSeams())?.count == 32)
    }

    @Test func journeyMessages() throws {
        let asked = journeyMessagesAsk(sealedState: "sealed")
        let answered = try journeyMessagesAnswer(body: asked.json.text)
        #expect(answered.authID == "sealed")
        #expect(journeyMessagesRead(step: answered) == "demo")
        var step = Step(
            authID: "sealed",
            callbacks: Step.numbered([
                NameQuestion(prompt: "User Name").callback, AttributeQuestion<Double>("age", prompt: "Age").callback,
            ]))
        #expect(try journeyMessagesTyped(step: &step) == 41)
    }

    @Test func oauthMessages() throws {
        #expect(try oauthMessagesRead(query: oauthMessagesAsk(random: SeededRandom(seed: 1))))
    }

    @Test func resourceMessages() throws {
        let user: JSONObject = ["mail": "demo@example.com", "sn": "User"]
        #expect(try resourceMessagesFind(user: user))
        let changed = try resourceMessagesChange(
            user: user, body: [["operation": "add", "field": "/telephoneNumber", "value": "+44 20 7946 0018"]])
        #expect(changed["telephoneNumber"] == "+44 20 7946 0018")
        #expect(try !resourceMessagesFind(user: changed))
    }

    @Test func policyMessages() throws {
        let advice = PolicyAdvice(.transaction, "4e1b")
        let denied = PolicyDecision(resource: "https://api.example.com/transfer", advices: advice)
        let decision = try #require(try policyMessagesAsk(token: Secret("token"), answer: denied.json))
        #expect(PolicyAdvice(challenge: policyMessagesTell(decision: decision)) == advice)
    }
}
