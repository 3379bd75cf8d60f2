import DialectTesting
@testable import HTTPBase
import HTTPTypes
import JourneyMessages
import Primitives
import Testing

@testable import JourneyModel
@testable import JourneyEngine

@Suite("Policy: every stage that asks, and every way not to answer it")
struct StagePolicyTests {
    @Test("the matrix has every kind that asks")
    func isComplete() {
        let asking = NodeCatalogue.standard.kinds.filter { !$0.callbacks.isEmpty || $0.type.interaction != .none }.map(\.type.alias)
        // One of another server's kinds can't run here, so nobody is ever asked by it.
        #expect(Set(asking).subtracting([ForeignNode.type.alias]) == Set(Stage.all.map(\.kind)))
    }

    @Test("the right answer goes on", arguments: Stage.all)
    func right(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            let step = try await harness.step()
            harness.wait()
            let gained = try await harness.send(harness.answered(step))
            #expect(gained.hasGained, "\(gained.text)")
        }
    }

    /// The kinds that show something and go on by their only button.
    private static let acknowledged: Set = ["getAuthenticatorApp", "oathRegistration", "recoveryCodeDisplay"]

    /// The kinds that ask for a name, and fill in the one that is known already: sending it back answers.
    private static let filled: Set = ["innerTree", "username"]

    @Test("a bad answer is refused or asked again, and gains nothing", arguments: Stage.asking, BadAnswer.allCases)
    func bad(_ stage: Stage, _ answer: BadAnswer) async throws {
        try await StageHarness.with(stage) { harness in
            let step = try await harness.step()
            let reply = try await harness.send(answer.apply(to: step, right: harness.answered(step)))
            // A single button asks nothing: a client that sends the step back as it came has read it.
            if answer == .nothing, Self.acknowledged.union(Self.filled).contains(stage.kind) { return #expect(reply.hasGained) }
            #expect(!reply.hasGained, "\(reply.text)")
            #expect(reply.asksAgain(step) || reply.status.kind == .clientError, "\(reply.status) \(reply.text)")
            #expect(try await harness.sessions() == 0)
        }
    }

    @Test("a stage that shows or waits isn't passed before its time")
    func early() async throws {
        try await StageHarness.with(try #require(Stage.all.first { $0.wait > 0 })) { harness in
            let step = try await harness.step()
            #expect(try await !harness.send(StageRequest(step: step)).hasGained)
        }
    }

    /// A step that only asks may be sent again (decision 12), but no way from there leads anywhere.
    @Test("a stage that was left leads nowhere, once the run has ended", arguments: Stage.all)
    func replayed(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            let step = try await harness.step()
            harness.wait()
            let answered = try harness.answered(step)
            let gained = try await harness.send(answered).json
            #expect(try await harness.send(harness.passed(gained)).json["tokenId"] != nil)
            // For some seconds the same answers are given the same results.
            harness.server.time.advance(by: 10)
            #expect(try await harness.send(harness.passed(gained)).status == .unauthorized)
            for again in [StageRequest(step: step), answered] {
                let reply = try await harness.send(again)
                #expect(reply.json["tokenId"] == nil)
                guard reply.status == .ok else { continue }
                #expect(try await harness.send(harness.passed(reply.json)).json["tokenId"] == nil)
            }
            #expect(try await harness.sessions() == 1)
        }
    }

    @Test("of answers to one step at once, one makes a session", arguments: Stage.all)
    func parallel(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            let answered = try harness.answered(try await harness.step())
            harness.wait()
            await withTaskGroup { group in
                for _ in 0..<5 {
                    group.addTask {
                        guard let gained = try? await harness.send(answered), gained.status == .ok else { return }
                        _ = try? await harness.send(harness.passed(gained.json))
                    }
                }
            }
            #expect(try await harness.sessions() == 1)
        }
    }

    @Test("of answers at once that say who gives them, one is looked at, and all get what it gained", arguments: Stage.proving)
    func lookedAtOnce(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            let answered = try harness.answered(try await harness.step())
            let gained = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        guard let reply = try? await harness.send(answered), reply.hasGained else { return nil }
                        return (reply.json["authId"] ?? reply.json["tokenId"])?.string
                    }
                }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            // A link that is opened without a browser's cookie is good once: the others gain nothing.
            let isLink = stage.kind == "emailSuspend"
            #expect(gained.compactMap(\.self).count == 1)
            #expect(gained.contains { $0 == nil } == isLink)
        }
    }

    @Test("a step is of no use in another realm, changed, or put together from two", arguments: Stage.all)
    func foreign(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            let (step, other) = (try await harness.step(), try await harness.server.start("Stage"))
            harness.wait()
            let answered = try harness.answered(step)
            #expect(try await !harness.send(answered, realm: "").hasGained)
            let (mine, theirs) = (Self.parts(step), Self.parts(other))
            for index in mine.indices {
                var mixed = mine
                mixed[index] = theirs[index]
                guard mixed != mine else { continue }
                let authID = JSONValue.string(mixed.joined(separator: "."))
                let reply = try await harness.send(
                    StageRequest(step: (answered.step ?? step).with("authId", authID), query: answered.query))
                #expect(reply.status == .unauthorized && !reply.hasGained, "part \(index): \(reply.status) \(reply.text)")
            }
            #expect(try await harness.sessions() == 0)
        }
    }

    private static func parts(_ step: JSONValue) -> [String] {
        (step["authId"]?.string ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
