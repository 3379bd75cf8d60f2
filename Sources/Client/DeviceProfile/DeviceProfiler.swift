public import DeviceFoundation
public import JourneyMessages
import Primitives

/// Tells servers what this device is like, and where it is (`docs/protocols/step-protocol.md` 9).
///
/// ```swift
/// let profiler = DeviceProfiler(on: device)
/// let journey = Journey(
///     at: server, on: device, plugins: [CallbackPlugin(DeviceProfileQuestion.self) { await profiler.answer($0) }])
/// ```
public struct DeviceProfiler: Sendable {
    /// The collectors, in order. Of two collectors of the same name the later counts.
    public var collectors: [any ProfileCollector]
    private let device: Device
    private let location: (any LocationSource)?

    /// - Parameters:
    ///   - collectors: those that fit this system, unless said otherwise.
    ///   - location: says where the device is; nil where nothing does, or the user doesn't want it.
    public init(
        on device: Device, collectors: [any ProfileCollector] = DeviceProfiler.standard, location: (any LocationSource)? = nil
    ) {
        self.device = device
        self.collectors = collectors
        self.location = location
    }

    /// Platform, hardware, browser, Bluetooth, network and telephony.
    public static var standard: [any ProfileCollector] {
        [PlatformFacts(), HardwareFacts(), BrowserFacts(), BluetoothFacts(), NetworkFacts(), TelephonyFacts()]
    }

    /// The profile; what the system has nothing of is left out.
    /// - Throws: `StoreError` when the device's identifier can't be read or kept.
    public func profile(metadata: Bool = true, location: Bool = false) async throws(StoreError) -> DeviceProfileDocument {
        var profile = DeviceProfileDocument(identifier: try await device.identifier())
        if metadata { profile.metadata = await self.metadata() }
        if location { profile.location = await self.location?.location() }
        return profile
    }

    /// The answer to a question; nil when the store can't be read.
    public func answer(_ question: DeviceProfileQuestion) async -> String? {
        try? await profile(metadata: question.wantsMetadata, location: question.wantsLocation).text
    }

    private func metadata() async -> JSONObject {
        var metadata = JSONObject()
        for collector in collectors {
            let facts = await collector.collect()
            if !facts.isEmpty { metadata[collector.name] = .object(facts) }
        }
        return metadata
    }
}
