import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import SignIn
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import Services
import Directory
import Foundations

@Suite("A state that was tampered with")
struct TamperingTests {
    private static let journey = "sdkUsernamePasswordJourney"

    private func refusal(
        _ harness: JourneyHarness, _ change: (inout Step, inout Realm, inout ClientContext) async throws -> Void
    ) async throws -> JourneyRunError? {
        var step = try await harness.step(Self.journey).answered(["demo", "Ch4ng3it!"])
        var (realm, client) = (harness.realm, harness.client)
        try await change(&step, &realm, &client)
        let (sent, place, sender) = (step, realm, client)
        return await harness.error { try await harness.engine.advance(sent, in: place, from: sender) }
    }

    @Test("a state of another realm is refused")
    func otherRealm() async throws {
        let harness = try await JourneyHarness()
        let path = try #require(RealmPath("/beta"))
        let other = try await harness.domain.directory.realms.create(path)
        #expect(try await refusal(harness) { _, realm, _ in realm = other } == JourneyRunError(.forged))
    }

    @Test(
        "a state without this browser's binding is refused, and so is one with another's",
        arguments: [
            ("a", "b"), ("a", nil), (nil, "a"),
        ] as [(String?, String?)])
    func binding(_ began: String?, _ goesOn: String?) async throws {
        var harness = try await JourneyHarness()
        harness.client.binding = began
        #expect(try await refusal(harness) { $2.binding = goesOn } == JourneyRunError(.forged))
        #expect(try await refusal(harness) { _, _, _ in } == nil)
    }

    private static let ages: [(Double, JourneyRunError.Code?)] = [(59, nil), (60, .timedOut)]

    @Test("a state lives as long as the realm says, and not a second longer", arguments: ages)
    func age(_ seconds: Double, _ code: JourneyRunError.Code?) async throws {
        let harness = try await JourneyHarness { $0[JourneySettings.self].journeyLifetime = 60 }
        let error = try await refusal(harness) { _, _, _ in harness.time.advance(by: seconds) }
        #expect(error == code.map { JourneyRunError($0) })
    }

    @Test("asking again doesn't make a state live longer")
    func notProlonged() async throws {
        let harness = try await JourneyHarness { $0[JourneySettings.self].journeyLifetime = 60 }
        let error = try await refusal(harness) { step, _, _ in
            harness.time.advance(by: 50)
            step = try await harness.send(harness.step(Self.journey), nil, nil).step
            harness.time.advance(by: 60)
        }
        #expect(error == JourneyRunError(.timedOut))
    }

    @Test("a changed journey ends its runs")
    func changedJourney() async throws {
        let harness = try await JourneyHarness()
        let error = try await refusal(harness) { _, _, _ in
            try await harness.add(BuiltInJourneys.sdkUsernamePasswordJourney.replacing("one attempt", with: "one"))
        }
        #expect(error == JourneyRunError(.timedOut))
    }

    @Test("no byte of a state may differ")
    func flipped() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey)
        let bytes = Array(step.authID.utf8)
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let sent = Step(authID: String(decoding: changed, as: UTF8.self), callbacks: step.callbacks)
            #expect(await harness.error { try await harness.send(sent, "demo", "Ch4ng3it!") } == JourneyRunError(.forged), "byte \(index)")
        }
    }

    @Test("what isn't a state is refused", arguments: ["", "x", "a.b.c.d.e", "....", String(repeating: "A", count: 100_000)])
    func nonsense(_ authID: String) async throws {
        #expect(try await refusal(JourneyHarness()) { step, _, _ in step.authID = authID } == JourneyRunError(.forged))
    }

    @Test("a state of another server is refused")
    func otherServer() async throws {
        let random = SeededRandom(seed: 2)
        let mine = try await JourneyHarness()
        let master = Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random)
        let other = StateSealer(SealingEpochs("journey state", master, lifetime: 60, time: mine.time, random: random))
        let state = JourneyState(run: "r", expires: .distantFuture, frames: [.init(journey: Self.journey, fingerprint: "x", node: "check")])
        let forged = try other.seal(state, realm: mine.realm.id, binding: nil)
        #expect(try await refusal(mine) { step, _, _ in step.authID = forged } == JourneyRunError(.forged))
    }

    @Test("the state says nothing of what was answered")
    func opaque() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.choiceBeforeCheck)
        let authID = try await harness.login("ChoiceBeforeCheck").step.authID
        let readable = authID.split(separator: ".").compactMap { Base64URL.decode($0).map { String(decoding: $0, as: UTF8.self) } }
        #expect(!readable.joined().contains("Ch4ng3it!") && !readable.joined().contains("demo"))
    }
}
