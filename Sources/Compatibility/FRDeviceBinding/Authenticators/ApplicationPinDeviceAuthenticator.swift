import DeviceBinding

/// Asks for a PIN of the application.
open class ApplicationPinDeviceAuthenticator: DefaultDeviceAuthenticator {
    /// The collector that asks; nil for the module's own.
    public var pinCollector: (any PinCollector)?

    /// - Parameter pinCollector: the collector that asks; nil for the module's own.
    public init(pinCollector: (any PinCollector)? = nil) { self.pinCollector = pinCollector }

    open override func type() -> DeviceBindingAuthenticationType { .applicationPin }

    override func keyGuard(of binding: DeviceBinding) -> any KeyGuard {
        pinCollector.map { binding.pinGuard(asking: CollectedPIN($0)) } ?? super.keyGuard(of: binding)
    }
}
