import HTTPTypes
import JourneyEngine
import Primitives
import Services
import Testing

@testable import Dialects

/// An answer that must bring nobody past a stage.
enum BadAnswer: String, CaseIterable, CustomTestStringConvertible {
    case nothing, noCallbacks, emptyTexts, lastInputMissing, lastCallbackMissing, object, list, number, oversize, otherType
    var testDescription: String { rawValue }

    func apply(to step: JSONValue, right: JSONValue) -> JSONValue {
        switch self {
        case .nothing: step
        case .noCallbacks: step.with("callbacks", [])
        case .emptyTexts: every(right, "")
        case .lastInputMissing: right.changingCallbacks { $0.dropLast() + $0.suffix(1).map { $0.changingInputs { _, _ in nil } } }
        case .lastCallbackMissing: right.changingCallbacks { Array($0.dropLast()) }
        case .object: every(right, ["a": "b"])
        case .list: every(right, ["x"])
        case .number: every(right, 99)
        case .oversize: every(right, .string(String(repeating: "x", count: 300_000)))
        // The stage's own inputs, in callbacks that claim to be of another type, without what they were given.
        case .otherType: step.changingCallbacks { $0.map { $0.with("type", "TextInputCallback").with("input", []) } }
        }
    }

    private func every(_ step: JSONValue, _ value: JSONValue) -> JSONValue {
        step.changingCallbacks { $0.map { $0.changingInputs { _, _ in value } } }
    }
}

@Suite("Policy: every stage that asks, and every way not to answer it")
struct StagePolicyTests {
    @Test("the matrix has every kind that asks")
    func isComplete() {
        let asking = Set(NodeCatalogue.standard.descriptions.filter { !$0.callbacks.isEmpty }.map(\.alias))
        #expect(asking.subtracting(Self.elsewhere).subtracting(Stage.all.map(\.kind)).isEmpty)
    }

    /// Kinds whose answers come from elsewhere than the step, and that have tests of their own.
    private static let elsewhere: Set = [
        "emailSuspend", "passcodeDecision", "captcha", "enterpriseCaptcha", "selectProvider", "socialProvider", "olderSocialProvider",
    ]

    @Test("the right answer goes on", arguments: Stage.all)
    func right(_ stage: Stage) async throws {
        let harness = try await StageHarness(stage)
        let step = try await harness.step()
        harness.wait()
        #expect(try await harness.send(harness.answered(step)).hasGained)
    }

    @Test("a bad answer is refused or asked again, and gains nothing", arguments: Stage.asking, BadAnswer.allCases)
    func bad(_ stage: Stage, _ answer: BadAnswer) async throws {
        let harness = try await StageHarness(stage)
        let step = try await harness.step()
        let reply = try await harness.send(answer.apply(to: step, right: harness.answered(step)))
        #expect(!reply.hasGained, "\(reply.text)")
        #expect(reply.asksAgain(step) || reply.status.kind == .clientError, "\(reply.status) \(reply.text)")
        #expect(try await harness.sessions() == 0)
    }

    @Test("a stage that shows or waits isn't passed before its time")
    func early() async throws {
        let harness = try await StageHarness(try #require(Stage.all.first { $0.wait > 0 }))
        let step = try await harness.step()
        #expect(try await !harness.send(step).hasGained)
    }

    /// A step that only asks may be sent again (decision 12), but no way from there leads anywhere.
    @Test("a stage that was left leads nowhere, once the run has ended", arguments: Stage.all)
    func replayed(_ stage: Stage) async throws {
        let harness = try await StageHarness(stage)
        let step = try await harness.step()
        harness.wait()
        let gained = try await harness.send(harness.answered(step)).json
        #expect(try await harness.send(harness.passed(gained)).json["tokenId"] != nil)
        #expect(try await harness.send(harness.passed(gained)).status == .unauthorized)
        for again in [step, harness.answered(step)] {
            let reply = try await harness.send(again)
            #expect(reply.json["tokenId"] == nil)
            guard reply.status == .ok else { continue }
            #expect(try await harness.send(harness.passed(reply.json)).json["tokenId"] == nil)
        }
        #expect(try await harness.sessions() == 1)
    }

    @Test("of answers to one step at once, one makes a session", arguments: Stage.all)
    func parallel(_ stage: Stage) async throws {
        let harness = try await StageHarness(stage)
        let answered = harness.answered(try await harness.step())
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

    @Test("a step is of no use in another realm, changed, or put together from two", arguments: Stage.all)
    func foreign(_ stage: Stage) async throws {
        let harness = try await StageHarness(stage)
        let (step, other) = (try await harness.step(), try await harness.server.start("Stage"))
        harness.wait()
        let answered = harness.answered(step)
        #expect(try await !harness.server.authenticate(answered, realm: "").hasGained)
        let (mine, theirs) = (Self.parts(step), Self.parts(other))
        for index in mine.indices {
            var mixed = mine
            mixed[index] = theirs[index]
            guard mixed != mine else { continue }
            let reply = try await harness.send(answered.with("authId", .string(mixed.joined(separator: "."))))
            #expect(reply.status == .unauthorized && !reply.hasGained, "part \(index)")
        }
        #expect(try await harness.sessions() == 0)
    }

    private static func parts(_ step: JSONValue) -> [String] {
        (step["authId"]?.string ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
