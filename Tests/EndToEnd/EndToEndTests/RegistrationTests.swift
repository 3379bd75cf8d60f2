import AsyncHTTPTransport
import DeviceFoundation
import JourneyMessages
import Journeys
import Primitives
import ServerTesting
import Testing

/// The demonstration's journey Registration, from our client to our server over real loopback HTTP.
@Suite("An account made over HTTP", .timeLimit(.minutes(10)))
struct RegistrationTests {
    private static let attributes = ["givenName": "Ada", "sn": "Lovelace", "mail": "ada@example.com"]

    /// Fills in the form, whichever of its questions a callback asks.
    private static func fill(_ step: inout Step, password: String) {
        var questions = ["Who taught you?", "What is the name of your first pet?"]
        for (index, callback) in step.callbacks.enumerated() {
            if let name = callback.question(ValidatedUsernameQuestion.self) {
                step.answer(index, name, with: AttributeAnswer("ada"))
            } else if let text = callback.question(AttributeQuestion<String>.self) {
                step.answer(index, text, with: AttributeAnswer(attributes[text.name]))
            } else if let flag = callback.question(AttributeQuestion<Bool>.self) {
                step.answer(index, flag, with: AttributeAnswer(true))
            } else if let word = callback.question(ValidatedPasswordQuestion.self) {
                step.answer(index, word, with: AttributeAnswer(Secret(password)))
            } else if let kba = callback.question(KBAQuestion.self), let question = questions.popLast() {
                step.answer(index, kba, with: KBAAnswer(question: question, answer: Secret("Byron")))
            } else if let terms = callback.question(TermsQuestion.self) {
                step.answer(index, terms, with: true)
            }
        }
    }

    @Test("a first password that is too short is asked again; the account that is made signs in by it")
    func registers() async throws {
        let time = ManualTime()
        try await TestServer.run(time: time) { server in
            let device = Device(transport: try AsyncHTTPTransport(), store: InMemoryStore(), time: time, random: SystemRandom())
            let journey = Journey(at: ServerAddress("\(server.url)/am", realm: "alpha"), on: device)
            var passwords = ["analytical engine", "short"]
            var failed: [[FailedPolicy]] = []
            let session = try await journey.run("Registration") { step in
                failed.append(step.callbacks.lazy.compactMap { $0.question(ValidatedPasswordQuestion.self) }.first?.check.failed ?? [])
                Self.fill(&step, password: passwords.popLast() ?? "")
            }
            #expect(session.realm == "/alpha")
            #expect(failed.map { $0.map(\.requirement) } == [[], [.minimumLength]])
            #expect(try await journey.sessionInfo().username == "ada")
            try await journey.logout()
            _ = try await journey.run("sdkUsernamePasswordJourney") { step in
                step.answer(.name, with: "ada")
                step.answer(.password, with: Secret("analytical engine"))
            }
            #expect(try await journey.sessionInfo().username == "ada")
        }
    }
}
