import JourneyModel
import JourneyTesting
import JourneyMessages
import Primitives
import Synchronization
import Testing

@testable import JourneyEngine

@Suite("journey trace")
struct TraceTests {
    @Test("each visit of a node is noted, with what it changed")
    func visits() async throws {
        let recording = try await record(Journeys.twoSteps, [["demo"], ["Ch4ng3it!"]])
        #expect(
            recording.visits.map { "\($0.node) \($0.result)" } == [
                "name asks NameCallback", "name → outcome", "word asks PasswordCallback", "word → outcome", "check → true",
            ])
        #expect(recording.visits[1].changes == ["+ username: demo"])
        #expect(recording.visits[4].before["user"] == nil && recording.visits[4].after["user"] != nil)
        #expect(recording.end == JourneyRecording.success)
    }

    @Test("secrets are in no trace and in no recording, whatever they are called")
    func secrets() async throws {
        for answers: [[JSONValue]] in [[["demo", "Ch4ng3it!"]], [["demo", "another secret"]]] {
            let recording = try await record(BuiltInJourneys.login, answers)
            #expect(!recording.json.text.contains("Ch4ng3it!") && !recording.json.text.contains("another secret"))
            #expect(recording.visits.contains { $0.after["secrets"]?["password"] == "‹redacted›" })
        }
    }

    @Test("a failing node is noted with its reason")
    func failure() async throws {
        let recording = try await record(
            try JourneyDefinition("Broken") { DataStoreDecision().at("check").yes(.success).no(.failure) }, [])
        guard case .fails(let reason) = recording.visits.last?.result else {
            Issue.record("\(recording.visits)")
            return
        }
        #expect(reason.contains("user name and a password"))
    }

    @Test("an inner journey's nodes are noted under its name")
    func inner() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.single("message: {}", "true", "false"))
        let recording = try await record(try JourneyDefinition(text: Journeys.outer), [[.null, 0]], harness)
        #expect(
            recording.visits.prefix(2).map { "\($0.journey) \($0.result)" } == [
                "Outer enters Single", "Single asks TextOutputCallback, ConfirmationCallback",
            ])
    }

    @Test("a recording is written and read")
    func file() async throws {
        let recording = try await record(Journeys.twoSteps, [["demo"], ["wrong"]])
        #expect(JourneyRecording(json: try JSONValue(parsing: recording.json.layout)) == recording)
        for broken in ["{}", "{\"recording\":2}", "[]"] { #expect(JourneyRecording(json: try JSONValue(parsing: broken)) == nil) }
    }

    @Test("a replay tells the first difference, and none where there is none")
    func replay() async throws {
        let first = try await record(Journeys.twoSteps, [["demo"], ["Ch4ng3it!"]])
        let same = try await record(Journeys.twoSteps, [["demo"], ["Ch4ng3it!"]])
        #expect(first.firstDifference(from: same) == nil)
        let wrong = try await record(Journeys.twoSteps, [["demo"], ["wrong"]])
        #expect(first.firstDifference(from: wrong) == "visit 5: TwoSteps, node check (dataStoreDecision) → false; recorded: → true")
        let changed = try JourneyDefinition("TwoSteps") {
            UsernameCollector().at("name").next("word")
            PasswordCollector().at("word").next("more")
            MessageNode().at("more").yes("check").no(.failure)
            DataStoreDecision().at("check").yes(.success).no(.failure)
        }
        let other = try await record(changed, [["demo"], ["Ch4ng3it!"]])
        #expect(first.firstDifference(from: other)?.hasPrefix("visit 5: TwoSteps, node more (message); recorded:") == true)
    }

    private func record(_ text: String, _ answers: [[JSONValue]]) async throws -> JourneyRecording {
        try await record(try JourneyDefinition(text: text), answers)
    }

    /// Runs a journey with some answers to each step, and takes the run down.
    private func record(
        _ journey: JourneyDefinition, _ answers: [[JSONValue]], _ harness: JourneyHarness? = nil
    ) async throws -> JourneyRecording {
        let harness = if let harness { harness } else { try await JourneyHarness() }
        try await harness.engine.save(journey, in: harness.realm)
        let seen = Visits()
        let engine = harness.engine.watched(by: seen)
        var recording = JourneyRecording(journey: journey.name)
        do {
            var reply = try await engine.start(JourneyStart(realm: harness.realm, journey: journey.name, client: harness.client))
            for values in answers {
                guard case .step(let asked) = reply else { break }
                let step = asked.answered(values)
                recording.note(step)
                reply = try await engine.advance(step, in: harness.realm, from: harness.client)
            }
            if case .success = reply { recording.end = JourneyRecording.success }
        } catch let error as JourneyRunError {
            recording.end = error.description
        }
        recording.visits = seen.all
        return recording
    }
}

private final class Visits: JourneyObserver {
    private let gathered = Mutex<[TraceVisit]>([])
    var all: [TraceVisit] { gathered.withLock { $0 } }
    func note(_ visit: TraceVisit) { gathered.withLock { $0.append(visit) } }
}
