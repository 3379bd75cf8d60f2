import CallbackBridge
import DeviceFoundation
import Primitives

/// The identifier of this device, which all apps of one keychain access group share (chapter "Device profile").
public struct FRDeviceIdentifier: Sendable {
    /// Makes one, which has no settings: the started SDK has the store.
    public init() {}

    /// Returns the identifier, hexadecimal digits; it is made at the first call and kept. Empty when the SDK isn't started.
    public func getIdentifier() -> String { FRDevice.identifier ?? "" }
}
