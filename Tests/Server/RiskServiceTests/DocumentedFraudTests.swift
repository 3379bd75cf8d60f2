import ClientTesting
import DeviceFoundation
import Directory
import Foundation
import Primitives
import Risk
import RiskSignals
@testable import SecuredTouch
import Store
import Synchronization
import Testing

@Suite("The documented fraud SDK against this server", .serialized, SharedSettings(), .timeLimit(.minutes(5)))
struct DocumentedFraudTests {
    @Test("SecuredTouch: started with an app's id and secret, its token and its session lead to the signals")
    func securedTouch() async throws {
        let server = try await RiskServer()
        let made = try await server.risk.applications.make(of: "shop", in: server.realm)
        SecuredTouch.stop()
        let store = InMemoryStore()
        var environment = Environment(transport: { RouteTransport(server: server) }, store: { store })
        (environment.time, environment.random) = (server.time, SeededRandom(seed: 9))
        Environment.current = environment
        let params = STInitParams(
            applicationId: made.id.text, andAppSecret: made.secret.reveal(), andServerHost: RiskServer.address)
        params.userId = "ada"
        params.sessionId = "shop-session"
        let sdk = try #require(SecuredTouch.initSDK(params))
        try await eventually { sdk.getToken() != nil }
        sdk.loginContext.loginAttemptEmail("ada@example.com")
        sdk.checkoutContext.purchaseAttempt(with: .paypal)
        _ = sdk.addTag("checkout")
        sdk.flush()
        let token = try #require(sdk.getToken())
        var recorded: RecordedEvaluation?
        for _ in 0..<100 {
            recorded = try await server.evaluate(server.event { $0.signals = .token(Secret(token)) })
            if recorded?.facts["event"]?["signals.checkout.attempt"] == 1 { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(recorded?.facts["event"]?["signals.login.attempt"] == 1 && recorded?.facts["event"]?["signals.checkout.attempt"] == 1)
        #expect(recorded?.facts["event"]?["user.emailDomain"] == "example.com")
        #expect(try await server.evaluate(server.event { $0.session = "shop-session" }).signals == "TAKEN")
        SecuredTouch.stop()
    }

    private func eventually(_ condition: @Sendable () -> Bool) async throws {
        for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }
}
