public import Foundation
import Primitives

/// A key pair of this device, as an authenticator of device binding hands it on. The private half stays where it is kept.
public struct KeyPair: Sendable, Equatable {
    /// The public half, a point of P-256 in its uncompressed form (SEC 1 §2.3.3): 4, then x and y in 32 bytes each.
    public let publicKey: Data
    /// The name by which the pair is found.
    public let keyAlias: String

    /// Makes a pair of its members, which are taken unchecked.
    public init(publicKey: Data, keyAlias: String) {
        self.publicKey = publicKey
        self.keyAlias = keyAlias
    }
}
