import DeviceFoundation
import Primitives
import Wallet

/// Makes the keys of an instance.
public struct JwksGenerator: Sendable {
    /// Makes a generator.
    public init() {}

    /// Makes new keys in the key store of this device.
    /// - Throws: ``DIDException`` when the key store fails.
    public func generate() throws -> JsonWebKeySet {
        try SDK.wait {
            let ring = try SDK.shared().ring
            let names = try await ring.make()
            return JsonWebKeySet(
                signing: try await ring.publicKey(names.signing), agreement: try await ring.publicKey(names.agreement))
        }
    }
}
