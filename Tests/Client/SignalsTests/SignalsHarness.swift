import ClientTesting
import DeviceFoundation
import DeviceProfile
import Foundation
import Primitives
import RiskSignals
import Signals
import SignalsTesting
import Synchronization
import Testing

/// An app's signals, and a server in memory.
struct SignalsHarness: Sendable {
    let time = ManualTime()
    let server: PretendRiskServer
    let store = NotedStore()
    let log = RecordingLog()
    let configuration: SignalsConfiguration
    let signals: Signals

    init(keys: (any KeyStore)? = nil, _ edit: (inout SignalsConfiguration) -> Void = { _ in }) throws {
        server = try PretendRiskServer(time: time)
        var configuration = SignalsConfiguration(issuer: try #require(PretendRiskServer.issuer))
        configuration.collectors = [FixedFacts()]
        edit(&configuration)
        self.configuration = configuration
        signals = Signals(
            configuration,
            on: Device(
                transport: server, store: store, log: Log(.all, to: log), keepsCookies: false, time: time, random: SeededRandom(seed: 3)),
            keys: keys)
    }

    /// The signals of the next process of the app, over the same store.
    func nextProcess() -> Signals {
        Signals(
            configuration,
            on: Device(transport: server, store: store, keepsCookies: false, time: time, random: SeededRandom(seed: 4)))
    }

    /// Waits until something that happens in the background is done.
    func eventually(_ condition: @Sendable () -> Bool) async throws {
        for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }

    var batches: [HTTPRequest] { server.now.requests.filter { $0.url.path().hasSuffix("/batches") } }
}

/// What a machine is like that a user named after herself.
struct FixedFacts: ProfileCollector {
    let name = "platform"
    func collect() async -> JSONObject { ["platform": "Linux", "deviceName": "alices-laptop", "version": "6.1"] }
}

/// A store that tells what was written, and can be locked.
actor NotedStore: SecureStore {
    private var values: [StoreKey: Secret] = [:]
    private(set) var written: [(key: StoreKey, value: String)] = []

    private var isLocked = false

    func setLocked(_ isLocked: Bool) { self.isLocked = isLocked }

    func get(_ key: StoreKey) throws(StoreError) -> Secret? {
        if isLocked { throw StoreError(.io, "the store is locked") }
        return values[key]
    }
    func set(_ value: Secret, for key: StoreKey) {
        values[key] = value
        written.append((key, value.reveal()))
    }
    func delete(_ key: StoreKey) { values[key] = nil }
    func keys(in service: String) -> [String] { values.keys.filter { $0.service == service }.map(\.name).sorted() }
}
