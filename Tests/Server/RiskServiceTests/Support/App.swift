import DeviceFoundation
import DeviceProfile
import Foundation
import Primitives
import RiskSignals
import Signals
import Testing

/// An app whose real client collects signals and sends them to the server's routes.
struct App: Sendable {
    let signals: Signals

    init(
        _ server: RiskServer, seed: UInt64 = 3, model: String = "Pixel 9", issuer: SignalsIssuer? = nil, log: Log = .off,
        _ edit: (inout SignalsConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = SignalsConfiguration(issuer: try #require(issuer ?? server.issuer))
        configuration.collectors = [Profile(model: model)]
        configuration.sending = .onDemand
        edit(&configuration)
        signals = Signals(
            configuration,
            on: Device(
                transport: RouteTransport(server: server), store: InMemoryStore(), log: log, keepsCookies: false, time: server.time,
                random: SeededRandom(seed: seed)))
    }

    /// The same, started, with what a user does who signs in.
    static func ofUser(_ server: RiskServer, seed: UInt64 = 3, model: String = "Pixel 9") async throws -> App {
        let app = try App(server, seed: seed, model: model)
        try await app.signals.start()
        app.type(interval: 180, deviation: 60)
        app.signals.record(.answer(.init(duration: 4200)))
        return app
    }

    func type(interval: Int, deviation: Int) {
        signals.record(BehaviorSample.keys(.init(strokes: 12, interval: interval, deviation: deviation)))
    }

    var data: String { get async throws { try await signals.data() } }

    private struct Profile: ProfileCollector {
        let name = "platform"
        let model: String
        func collect() async -> JSONObject {
            [
                "platform": "Android", "version": "15", "model": .string(model), "brand": "Example", "locale": "de",
                "timeZone": "Europe/Vienna",
            ]
        }
    }
}
