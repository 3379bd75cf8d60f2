import JourneyMessages
import JourneyModel
import Primitives
import Testing

@testable import JourneyEngine
import Messaging
import Services
import Directory

/// Anybody may begin a journey: one that needs a user must refuse whoever is none, which is no fault of the server's.
@Suite("Journeys begun by nobody in particular")
struct AnonymousStartTests {
    /// Kinds that can't run as they are declared, whoever asks: what they need is the realm's or the journey's to have.
    private static let incomplete: Set = [
        "page", "foreign", "configProvider", "scriptedDecision", "innerTree", "captcha", "enterpriseCaptcha", "legacyCaptcha",
    ]

    @Test("no built-in journey answers nobody with a fault, whatever they leave unanswered")
    func builtIn() async throws {
        let harness = try await JourneyHarness()
        for template in try EmailTemplate.standard() { try await harness.domain.messaging.templates.save(template, in: harness.realm.id) }
        for journey in try BuiltInJourneys.all() {
            let error = await harness.error {
                var reply = try await harness.start(journey.name)
                for _ in 0..<6 {
                    guard case .step(let step) = reply else { return }
                    reply = try await harness.send(step)
                }
            }
            #expect(error?.code != .internal, "\(journey.name): \(error?.description ?? "")")
        }
    }

    @Test("no kind of node takes a user for granted")
    func nodes() async throws {
        let harness = try await JourneyHarness()
        var tried = 0
        for kind in NodeCatalogue.standard.kinds where !Self.incomplete.contains(kind.type.alias) {
            let ends = kind.outcomes.map { "\"\($0)\": failure" }.joined(separator: ", ")
            let file = "name: Alone\nstart: only\nnodes:\n  only: { \(kind.type.alias): {}\(ends.isEmpty ? "" : ", " + ends) }\n"
            guard (try? await harness.add(file)) != nil else { continue }
            tried += 1
            let error = await harness.error { try await harness.start("Alone") }
            guard error?.code == .internal else { continue }
            let reason = error?.description ?? ""
            let words = ["proved", "user name", "gave a name", "whose"]
            #expect(!words.contains { reason.contains($0) }, "\(kind.type.alias): \(reason)")
        }
        #expect(tried > 40)
    }
}
