/// Authenticates without asking the user.
open class None: DefaultDeviceAuthenticator {
    open override func type() -> DeviceBindingAuthenticationType { .none }
}
