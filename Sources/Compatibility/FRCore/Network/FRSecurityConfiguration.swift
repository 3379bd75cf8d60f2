package import DeviceFoundation

/// The pins that the SDK checks: the hashes of public keys.
public struct FRSecurityConfiguration: Sendable {
    /// SHA-256 hashes of the public keys that servers may have, in base64.
    public let hashes: [String]

    /// Makes a configuration.
    public init(hashes: [String]) { self.hashes = hashes }

    package var pins: PinSet { PinSet(keepingUnreadable: hashes) }
}
