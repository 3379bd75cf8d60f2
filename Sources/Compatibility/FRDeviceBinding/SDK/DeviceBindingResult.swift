import Primitives

/// The result of binding a device.
public enum DeviceBindingResult: Sendable, Equatable {
    /// The device is bound, once the node is sent.
    case success
    /// It wasn't, for this reason.
    case failure(DeviceBindingStatus)
}

/// Takes the result of binding a device.
public typealias DeviceBindingResultCallback = (DeviceBindingResult) -> Void
