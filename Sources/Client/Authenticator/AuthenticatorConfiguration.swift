public import AuthenticatorMessages
public import DeviceFoundation

/// The configuration that an ``Authenticator`` is made with.
public struct AuthenticatorConfiguration: Sendable {
    /// The evaluators of issuers' policies, by their names; the app may add its own.
    ///
    /// An account that asks for one of the two documented policies (``BiometricAvailablePolicy``, ``DeviceTamperingPolicy``) is refused and
    /// locked while there is none here to answer; other names, unknown here, are passed over (`docs/protocols/step-protocol.md` 6.8).
    public var policies: [any AccountPolicy]
    /// Verifies the user, for pushes that require it.
    public var verification: (any UserVerification)?
    /// The address to which pushes go until ``Authenticator/setPushDevice(_:)`` says otherwise; nil while it isn't known.
    public var pushDevice: PushDevice?
    /// The store of the accounts; by default the device's own.
    public var store: (any AccountStore)?

    /// A configuration without policies, sensors and push.
    public init(
        policies: [any AccountPolicy] = [], verification: (any UserVerification)? = nil, pushDevice: PushDevice? = nil,
        store: (any AccountStore)? = nil
    ) {
        self.policies = policies
        self.verification = verification
        self.pushDevice = pushDevice
        self.store = store
    }
}
