import JourneyTesting
import Primitives
import Testing

@testable import JourneyModel

@Suite("Journeys as code")
struct BuilderTests {
    @Test("are the same as in a file")
    func same() throws {
        let journey = try JourneyDefinition("TwoSteps") {
            UsernameCollector().at("name").next("word")
            PasswordCollector().at("word").next("check")
            DataStoreDecision().at("check").yes(.success).no("retries")
            RetryLimitDecision().set(\.limit, 3).at("retries").on("Retry", "name").on("Reject", .failure)
        }
        let steps = try JourneyDefinition(text: Journeys.twoSteps)
        #expect(journey.json == steps.json)
        let page = try JourneyDefinition("MessageAfterPassword") {
            Page {
                UsernameCollector()
                PasswordCollector()
            }.at("credentials").next("check")
            DataStoreDecision().at("check").yes("terms").no(.failure)
            MessageNode().set(\.message, "Do you agree?").at("terms").yes(.success).no(.failure)
        }
        let message = try JourneyDefinition(text: Journeys.messageAfterPassword)
        #expect(page.json == message.json)
    }

    @Test("are refused for what a file would be refused for")
    func refused() {
        #expect(throws: JourneyDefinitionError.self) { try JourneyDefinition("X") { MessageNode().at("a").yes(.success) } }
        #expect(throws: JourneyDefinitionError.self) { try JourneyDefinition("X") { UsernameCollector().at("a").next("b") } }
    }
}
