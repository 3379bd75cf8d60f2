import ClientTesting
import DeviceFoundation
import Directory
import Foundation
import Primitives
import Risk
import RiskSignals
@testable import SecuredTouch
import Signals
import Store
import Testing

@Suite("SecuredTouch, with behaviour that an app feeds", .serialized, SharedSettings(), .timeLimit(.minutes(5)))
struct FedFraudTests {
    @Test(
        "a program is told from a user; behaviour that is paused isn't sent, and while all is paused nothing is",
        arguments: Manner.allCases)
    func judged(_ manner: Manner) async throws {
        let server = try await RiskServer()
        let transport = CountingTransport(server)
        let sdk = try await started(server, transport)
        defer { SecuredTouch.stop() }
        func evaluate() async throws -> RecordedEvaluation {
            let token = try #require(sdk.getToken())
            return try await server.evaluate(server.event { $0.signals = .token(Secret(token)) })
        }
        manner.behave(sdk.behaviorFeed)
        sdk.flush()
        try await transport.waits(forBatches: 1)
        manner.check(try await evaluate())

        sdk.pauseBehavioralData()
        Manner.human.behave(sdk.behaviorFeed)
        Manner.bot.behave(sdk.behaviorFeed)
        sdk.flush()
        try await transport.waits(forBatches: 2)
        manner.check(try await evaluate())

        sdk.resumeBehavioralData()
        sdk.pause()
        let requests = transport.requests
        Manner.bot.behave(sdk.behaviorFeed)
        sdk.addTag("unseen")
        sdk.flush()
        sdk.resume()
        sdk.flush()
        try await transport.waits(forBatches: 3)
        #expect(transport.requests == requests + 1)
        manner.check(try await evaluate())
    }

    private func started(_ server: RiskServer, _ transport: CountingTransport) async throws -> SecuredTouch {
        let made = try await server.risk.applications.make(of: "shop", in: server.realm)
        SecuredTouch.stop()
        let store = InMemoryStore()
        var environment = Environment(transport: { transport }, store: { store })
        (environment.time, environment.random) = (server.time, SeededRandom(seed: 9))
        Environment.current = environment
        let sdk = try #require(
            SecuredTouch.initSDK(
                STInitParams(applicationId: made.id.text, andAppSecret: made.secret.reveal(), andServerHost: RiskServer.address)))
        for _ in 0..<500 where sdk.getToken() == nil { try await Task.sleep(for: .milliseconds(10)) }
        return sdk
    }
}
