import CallbackBridge
import DeviceFoundation
import Foundation
import Primitives

/// This device.
public final class FRDevice {
    private init() {}

    /// The device; nil when the SDK isn't started.
    public static var currentDevice: FRDevice? { (try? SDK.runtime()) == nil ? nil : FRDevice() }

    /// The device's identifier, which stays while the app's secure store does; nil when the SDK isn't started.
    static var identifier: String? {
        guard let device = try? SDK.runtime().device else { return nil }
        return Bridge.wait { try? await device.identifier() }
    }

    /// The device's identifier.
    public var identifier: String { Self.identifier ?? "" }

    /// Collects the profile with the collectors of ``FRDeviceCollector``.
    public func getProfile(completion: @escaping DeviceCollectorCallback) { FRDeviceCollector.shared.collect(completion: completion) }
}
