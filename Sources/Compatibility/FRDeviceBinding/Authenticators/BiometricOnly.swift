/// Asks for face or finger.
open class BiometricOnly: BiometricAuthenticator {
    open override func type() -> DeviceBindingAuthenticationType { .biometricOnly }
}
