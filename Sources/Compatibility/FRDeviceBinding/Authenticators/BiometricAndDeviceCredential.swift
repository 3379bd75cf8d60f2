/// Asks for face or finger, else for the device's own PIN.
open class BiometricAndDeviceCredential: BiometricAuthenticator {
    open override func type() -> DeviceBindingAuthenticationType { .biometricAllowFallback }
}
