import Foundation
import Foundations
import JourneyMessages
import Messaging
import Primitives
import Store
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import Directory

@Suite("Answers that no database takes")
struct HostileAnswerTests {
    private static let text = "de\u{0}mo"

    /// The step with that text wherever a text is asked for.
    private func filled(_ step: Step) -> Step {
        var step = step
        for index in step.callbacks.indices {
            for place in step.callbacks[index].input.indices where step.callbacks[index].input[place].value?.string != nil {
                step.callbacks[index].input[place].value = .string(Self.text)
            }
        }
        return step
    }

    @Test("a NUL character is a wrong answer and no fault of the server's, in each journey that comes with it")
    func texts() async throws {
        let harness = try await JourneyHarness()
        for journey in try BuiltInJourneys.demonstration() { try await harness.engine.save(journey, in: harness.realm) }
        for journey in try BuiltInJourneys.all() + BuiltInJourneys.demonstration() {
            var failure: JourneyRunError?
            do {
                var step = try await harness.step(journey.name)
                for _ in 0..<4 { step = try await harness.send(filled(step)).step }
            } catch let error as JourneyRunError { failure = error } catch is UnexpectedReply {}
            // Some journeys want what this realm doesn't have, which is another fault.
            #expect(failure?.code != .internal || !(failure?.underlying is DatabaseError), "\(journey.name)")
        }
        #expect(await harness.error { try await harness.step("a\u{0}b") }?.code == .failed)
    }

    @Test("what lies beneath is told as what it is")
    func mapping() async {
        func code(_ error: any Error) async -> JourneyRunError.Code? {
            do { let _: Int = try await JourneyRunError.mapping { throw error } } catch { return (error as? JourneyRunError)?.code }
            return nil
        }
        #expect(await code(DatabaseError(.busy)) == .overloaded)
        #expect(await code(DatabaseError(.invalidText)) == .failed)
        #expect(await code(DatabaseError(.full)) == .overloaded)
        #expect(await code(DatabaseError(.corrupt)) == .internal)
        #expect(await code(PasswordError(.overloaded)) == .overloaded)
        #expect(await code(PasswordError(.throttled)) == .throttled)
        #expect(await code(MessageError(.overloaded, "")) == .overloaded)
        #expect(await code(DomainError(.invalid, "")) == .internal)
    }
}
