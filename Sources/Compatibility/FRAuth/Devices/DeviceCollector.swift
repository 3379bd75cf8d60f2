import FRCore
import CallbackBridge
import DeviceProfile
import Foundation
import JourneyMessages
import Primitives

/// Takes what a collector found out.
public typealias DeviceCollectorCallback = (_ result: [String: Any]) -> Void

/// Finds out one kind of thing about the device.
public protocol DeviceCollector {
    /// The member that it becomes.
    var name: String { get }
    /// Finds it out, and calls `completion` once.
    func collect(completion: @escaping DeviceCollectorCallback)
}

/// A collector of the module `DeviceProfile` by its documented name.
open class ModernCollector: DeviceCollector {
    public let name: String
    private let modern: any DeviceProfile.ProfileCollector

    init(_ modern: any DeviceProfile.ProfileCollector) {
        self.modern = modern
        name = modern.name
    }

    /// Calls `completion` on a thread of its own: nothing is waited for, since the system describes the device on the main thread, which may be
    /// the caller's.
    public func collect(completion: @escaping DeviceCollectorCallback) {
        let (modern, done) = (modern, Handoff(completion))
        Task { done.value(await modern.collect().untyped) }
    }
}

/// System, version, names, language, time zone, and the score of ``FRJailbreakDetector``.
public final class PlatformCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(PlatformFacts { FRJailbreakDetector.shared.analyze() }) }
}

/// Processors, memory, storage, display and cameras.
public final class HardwareCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(HardwareFacts()) }
}

/// The app's name for itself towards servers.
public final class BrowserCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(BrowserFacts()) }
}

/// Tells whether there is Bluetooth.
public final class BluetoothCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(BluetoothFacts()) }
}

/// Tells whether there is a network.
public final class NetworkCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(NetworkFacts()) }
}

/// The carrier of calls, as far as the system tells.
public final class TelephonyCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(TelephonyFacts()) }
}

/// The first screen.
public final class DisplayCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(DisplayFacts()) }
}

/// The number of cameras.
public final class CameraCollector: ModernCollector {
    /// Makes the collector of these facts.
    public init() { super.init(CameraFacts()) }
}

/// The place of the device, where the system tells apps.
public final class LocationCollector: DeviceCollector {
    public let name = "location"
    /// Makes one, which has no settings.
    public init() {}

    public func collect(completion: @escaping DeviceCollectorCallback) {
        let source = Environment.current.location
        let place = Bridge.wait { await source?.location() }
        completion(place?.json.object?.untyped ?? [:])
    }
}
