import CallbackBridge
import DeviceFoundation
public import Foundation

/// The part of the authenticators that ask for biometrics: a key is deleted once others are enrolled than those it was bound with.
open class BiometricAuthenticator: DefaultDeviceAuthenticator {
    open override func type() -> DeviceBindingAuthenticationType { .biometricOnly }

    open override func biometricDomainState() -> Data? {
        guard let verification = BindingEnvironment.current.verification else { return nil }
        return switch Bridge.wait(for: { await verification.enrollment() }) {
        case .enrolled(let state): Data(state)
        case .absent: Data()
        case .unknown: nil
        }
    }
}
