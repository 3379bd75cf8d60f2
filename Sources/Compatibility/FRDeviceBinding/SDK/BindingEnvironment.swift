package import DeviceBinding
package import DeviceFoundation
import FRAuth
import Foundation
import Primitives

/// The services that the module takes from the system. The documented API has no parameters for them, so tests replace them here.
package struct BindingEnvironment: Sendable {
    /// The app, for the server: the bundle's id.
    package var application: String = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    /// The store in which keys are made and kept; nil for software.
    package var keys: @Sendable (_ store: any SecureStore) -> (any KeyStore)?
    /// The verification that asks for face, finger or the device's PIN; nil where there is nothing of the kind.
    package var verification: (any UserVerification)?
    /// The collector of the application's PIN, where the app names none; nil for the dialogs.
    package var pins: (any PINCollector)?
    /// The dialogs that ask where the app brings nothing of its own; nil where there are none.
    package var dialogs: (any BindingDialogs)? = BindingEnvironment.systemDialogs

    private static let installed = Lock(BindingEnvironment.system)

    package static var current: BindingEnvironment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    /// Device binding of the started SDK.
    static func binding() throws -> DeviceBinding {
        let (server, device) = try StartedSDK.parts()
        let environment = current
        return DeviceBinding(
            at: server, on: device, application: environment.application, keys: environment.keys(device.store),
            verification: environment.verification,
            pins: environment.pins ?? environment.dialogs.map { _ in CollectedPIN(DefaultPinCollector()) })
    }

    /// The time by the started SDK's clock.
    static var now: Date { (try? StartedSDK.parts().device.time.now) ?? Date() }

    #if canImport(UIKit)
    private static let systemDialogs: (any BindingDialogs)? = AlertDialogs()
    #else
    private static let systemDialogs: (any BindingDialogs)? = nil
    #endif

    #if canImport(LocalAuthentication)
    private static let system = BindingEnvironment(
        keys: { SecureEnclaveKeyStore($0, service: "bound-enclave") }, verification: LocalAuthenticationVerification())
    #else
    private static let system = BindingEnvironment(keys: { _ in nil })
    #endif
}
