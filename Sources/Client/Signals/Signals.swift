public import DeviceFoundation
import DeviceProfile
import Foundation
import JOSE
public import Primitives
import RiskSignals

/// Collects signals of device, behaviour and context, and sends them to a server that scores risks by them.
///
/// Recording never waits. Nothing leaves the device before ``start()``, and nothing is written to the store but what ``pause()`` says. The
/// instance lives as long as this object: it has a key of its own, which isn't kept.
///
/// ```swift
/// let signals = Signals(configuration, on: device)
/// try await signals.start()
/// signals.record(.loginAttempt(email: address))
/// let data = try await signals.data()
/// ```
public actor Signals {
    /// The configuration that it was made with.
    public nonisolated let configuration: SignalsConfiguration
    /// The instance's UUID; it stays the same as long as the object lives.
    public nonisolated let uuid: String

    nonisolated let device: Device
    nonisolated let recorder: SignalRecorder
    nonisolated let keys: any KeyStore
    nonisolated let gate = SerialGate()
    /// Whether the sources observe.
    private nonisolated let observing = Lock(false)

    var key: JWK?
    /// The pair with which payloads are sealed, made with ``key``.
    var sealingPair: JWK?
    var environmentKey: JWK?
    /// The key on which ``sealingPair`` and ``environmentKey`` have agreed.
    var sealingKey: SealingKey?
    var attributes: DeviceAttributes?
    var nextPayload = 0
    var queue: [SealedBatch] = []
    private var hasBegun = false
    var tokenListener: (@Sendable (Secret) -> Void)?

    /// Makes signals that aren't started. Their key is made at the start.
    ///
    /// - Parameter keys: keeps the key; memory when nil, so that the instance ends with the process.
    public init(_ configuration: SignalsConfiguration, on device: Device, keys: (any KeyStore)? = nil) {
        self.configuration = configuration
        self.device = device
        uuid = device.random.uuid().uuidString
        recorder = SignalRecorder(configuration, time: device.time)
        self.keys = keys ?? SoftwareKeyStore(InMemoryStore(), service: "signals", random: device.random)
    }

    /// Begins to collect, and registers the instance. When the server can't be reached, collecting has begun all the same, and registering is
    /// tried again with the next call that needs it. Started twice, it registers if it hasn't yet.
    /// - Throws: ``SignalsError``.
    public func start() async throws(SignalsError) {
        try await gate.run { () async throws(SignalsError) in try await self.begin() }
    }

    /// Ends collecting for good: sources stop, and what waits is forgotten.
    public func stop() async {
        recorder.change { state in
            state.phase = .idle
            state.buffer = SignalBuffer(limit: configuration.bufferLimit)
            state.token = nil
        }
        (queue, hasBegun) = ([], false)
        matchSources()
    }

    /// Whether it was started and is not paused.
    public nonisolated var isRunning: Bool { recorder.change { $0.phase == .running } }

    /// Calls a closure with each new token. There is one closure at a time.
    public func onToken(_ listener: (@Sendable (Secret) -> Void)?) { tokenListener = listener }

    /// The token, while it is good; nil before the first, and when it has expired.
    public nonisolated var token: Secret? {
        recorder.change { $0.token }.flatMap { $0.expires > device.time.now ? $0.value : nil }
    }

    /// Begins to collect at once; ``start()`` does what remains. For callers that can't wait for it.
    public nonisolated func beginRecording() {
        let isFirst = recorder.change { state in
            defer { if state.phase == .idle { state.phase = .running } }
            return state.phase == .idle
        }
        if isFirst { record(.state(.started)) }
        matchSources()
    }

    /// Has the sources observe while behaviour is collected, and at no other time.
    nonisolated func matchSources() {
        observing.withLock { isObserving in
            let isWanted = recorder.takesBehavior
            guard isWanted != isObserving else { return }
            isObserving = isWanted
            for source in configuration.sources {
                if isWanted { source.start { [weak self] in self?.record($0) } } else { source.stop() }
            }
        }
    }

    /// Has the sources report what they have gathered, before it is sent.
    nonisolated func gather() { for source in configuration.sources { source.reportGathered() } }

    private func begin() async throws(SignalsError) {
        beginRecording()
        if !hasBegun {
            hasBegun = true
            if !configuration.isMetadataLazy { await collect() }
        }
        try await register()
    }

    /// Collects the device's attributes, once. The identifier is told only where another module of the app has made one.
    func collect() async {
        guard attributes == nil else { return }
        var profile = JSONObject()
        for collector in configuration.collectors { profile[collector.name] = .object(await collector.collect()) }
        let identifier = configuration.ignoredAttributes.contains("DEVICE_ID") ? nil : try? await device.knownIdentifier()
        attributes = DeviceAttributes(profile: profile, ignoring: configuration.ignoredAttributes, identifier: identifier ?? nil)
    }
}
