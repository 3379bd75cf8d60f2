import ClientTesting
import DeviceFoundation
import Directory
@testable import FRAuth
import Foundation
@testable import PingProtect
import Primitives
import Risk
import RiskSignals
import Store
import Testing

@Suite("PingProtect against this server", .serialized, SharedSettings(), .timeLimit(.minutes(5)))
struct DocumentedProtectTests {
    @Test("PingProtect: started for the realm, its data is taken by an evaluation, once")
    func protect() async throws {
        let server = try await RiskServer()
        ProtectSDK.stop()
        let store = InMemoryStore()
        var environment = Environment(transport: { _ in RouteTransport(server: server) }, store: { _ in store })
        (environment.time, environment.random) = (server.time, SeededRandom(seed: 8))
        Environment.current = environment
        let params = PIInitParams(envId: server.realm.id.text, customHost: RiskServer.address)
        let failure = await withCheckedContinuation { continuation in
            PIProtect.start(initParams: params) { continuation.resume(returning: $0.map { "\($0)" }) }
        }
        #expect(failure == nil)
        let data = await withCheckedContinuation { continuation in PIProtect.getData { data, _ in continuation.resume(returning: data) } }
        let text = try #require(data)
        #expect(try await server.evaluate(server.event { $0.signals = .payload(text) }).signals == "TAKEN")
        #expect(try await server.evaluate(server.event { $0.signals = .payload(text) }).signals == "REPLAYED")
        ProtectSDK.stop()
    }
}
