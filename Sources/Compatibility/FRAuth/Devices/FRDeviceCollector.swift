import FRCore
import CallbackBridge
import DeviceFoundation
import Foundation
import JourneyMessages
import Primitives

/// Collects everything about the device ("Manually collect device profile information").
public final class FRDeviceCollector: Sendable {
    /// The collector: the documented API has one.
    public static let shared = FRDeviceCollector()

    private let current: Lock<Handoff<[any DeviceCollector]>>

    /// The collectors, in order.
    public var collectors: [any DeviceCollector] {
        get { current.withLock { $0 }.value }
        set {
            let collectors = Handoff(newValue)
            current.withLock { $0 = collectors }
        }
    }

    private init() {
        current = Lock(
            Handoff([
                PlatformCollector(), HardwareCollector(), BrowserCollector(), TelephonyCollector(), NetworkCollector(),
                BluetoothCollector(),
                LocationCollector(),
            ]))
    }

    /// Collects, and calls `completion` with identifier, version, and what each collector found out under its name.
    public func collect(completion: @escaping DeviceCollectorCallback) {
        Self.collect(collectors) { found in
            completion(Self.heading.merging(found) { $1 })
        }
    }

    /// Identifier and version; the identifier is empty when the SDK isn't started.
    static var heading: [String: Any] { ["identifier": FRDevice.identifier ?? "", "version": "1.0"] }

    /// Runs one collector after the other. A collector that found nothing is left out.
    static func collect(_ collectors: [any DeviceCollector], into found: [String: Any] = [:], completion: @escaping DeviceCollectorCallback)
    {
        guard let first = collectors.first else { return completion(found) }
        first.collect { result in
            var found = found
            if !result.isEmpty { found[first.name] = result }
            collect(Array(collectors.dropFirst()), into: found, completion: completion)
        }
    }
}

/// Collects what a ``DeviceProfileCallback`` asks for.
public final class ProfileCollector: DeviceCollector {
    public let name = "metadata"
    /// The collectors that make the metadata, in order.
    public var collectors: [any DeviceCollector] = [
        PlatformCollector(), HardwareCollector(), BrowserCollector(), TelephonyCollector(), NetworkCollector(), BluetoothCollector(),
    ]

    /// Collectors of its own begin with the default ones.
    public init() {}

    /// Collects the metadata, and calls `completion` with what each collector found out under its name.
    public func collect(completion: @escaping DeviceCollectorCallback) {
        FRDeviceCollector.collect(collectors, completion: completion)
    }

    func collect(metadata: Bool, location: (any DeviceCollector)?, completion: @escaping DeviceCollectorCallback) {
        var profile = FRDeviceCollector.heading
        FRDeviceCollector.collect(metadata ? collectors : []) { found in
            if metadata { profile["metadata"] = found }
            guard let location else { return completion(profile) }
            location.collect { place in
                if !place.isEmpty { profile["location"] = place }
                completion(profile)
            }
        }
    }
}
