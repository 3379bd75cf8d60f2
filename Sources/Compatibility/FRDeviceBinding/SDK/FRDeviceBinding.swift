import FRAuth
public import Foundation

/// The module as an app sets it up.
public final class FRDeviceBinding: NSObject {
    /// Registers the module's callbacks, in place of those that were registered for the same types. Where an app registers none, the module's
    /// are found without this call.
    public static func registerCallbacks() {
        CallbackFactory.shared.registerCallback(callbackType: "DeviceBindingCallback", callbackClass: DeviceBindingCallback.self)
        CallbackFactory.shared.registerCallback(
            callbackType: "DeviceSigningVerifierCallback", callbackClass: DeviceSigningVerifierCallback.self)
    }
}
