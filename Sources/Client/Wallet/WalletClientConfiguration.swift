public import DeviceFoundation
import Primitives
public import TransparencyLog

/// The configuration that a ``Wallet`` is made with.
public struct WalletClientConfiguration: Sendable {
    /// The address below which the server's calls stand, `{base}/wallets/{realm}/v1/distributedid` (`docs/protocols/claims.md`).
    public var address: String
    /// The name of the instance in the store, which may keep several; `wallet` by default.
    public var name: String
    /// The system that the instance runs on, such as `iOS`; the one that this code runs on by default.
    public var osType: String
    /// Asks the user before anything is shared.
    public var consent: any ShareConsent
    /// The log that is believed. nil, the default, believes the one that the server names when the instance is registered, for ever after.
    public var log: CheckpointPolicy?

    /// A configuration with its usual values.
    public init(
        address: String, consent: any ShareConsent, name: String = "wallet", osType: String = Device.currentPlatform,
        log: CheckpointPolicy? = nil
    ) {
        self.address = address
        self.consent = consent
        self.name = name
        self.osType = osType
        self.log = log
    }
}
