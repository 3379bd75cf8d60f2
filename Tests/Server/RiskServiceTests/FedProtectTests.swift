import ClientTesting
import DeviceFoundation
import Directory
@testable import FRAuth
import Foundation
@testable import PingProtect
import Primitives
import Risk
import RiskSignals
import Signals
import Store
import Testing

@Suite("PingProtect, with behaviour that an app feeds", .serialized, SharedSettings(), .timeLimit(.minutes(5)))
struct FedProtectTests {
    @Test("a program is told from a user; behaviour that is paused isn't in the data", arguments: Manner.allCases)
    func judged(_ manner: Manner) async throws {
        let server = try await RiskServer()
        try await start(server)
        defer { ProtectSDK.stop() }
        manner.behave(PIProtect.behaviorFeed)
        manner.check(try await evaluate(server))

        PIProtect.pauseBehavioralData()
        manner.behave(PIProtect.behaviorFeed)
        // The sum of the instance is what it was.
        manner.check(try await evaluate(server))

        PIProtect.resumeBehavioralData()
        manner.behave(PIProtect.behaviorFeed)
        manner.check(try await evaluate(server), times: 2)
    }

    @Test("an app that was started without behaviour, or not at all, has none in its data")
    func unwanted() async throws {
        let server = try await RiskServer()
        ProtectSDK.stop()
        Manner.bot.behave(PIProtect.behaviorFeed)
        try await start(server, collecting: false)
        defer { ProtectSDK.stop() }
        Manner.bot.behave(PIProtect.behaviorFeed)
        #expect(try await evaluate(server).result["details"]?["botDetection"]?["status"] == "MISSING_INPUT")
    }

    private func start(_ server: RiskServer, collecting: Bool = true) async throws {
        ProtectSDK.stop()
        let store = InMemoryStore()
        var environment = Environment(transport: { _ in RouteTransport(server: server) }, store: { _ in store })
        (environment.time, environment.random) = (server.time, SeededRandom(seed: 8))
        Environment.current = environment
        let params = PIInitParams(envId: server.realm.id.text, customHost: RiskServer.address, behavioralDataCollection: collecting)
        let failure = await withCheckedContinuation { continuation in
            PIProtect.start(initParams: params) { continuation.resume(returning: $0.map { "\($0)" }) }
        }
        #expect(failure == nil)
    }

    private func evaluate(_ server: RiskServer) async throws -> RecordedEvaluation {
        let data = await withCheckedContinuation { continuation in PIProtect.getData { data, _ in continuation.resume(returning: data) } }
        let text = try #require(data)
        return try await server.evaluate(server.event { $0.signals = .payload(text) })
    }
}
