public import Foundation
public import JOSE
import Primitives
public import WalletMessages

/// A wallet or a service as others know it: its id and its keys, which the server binds to the id for ever.
public struct WalletProfile: Sendable, Equatable {
    /// The id, made when the instance was made.
    public let id: UUID
    /// The public key that signs, of ES256.
    public let signing: JWK
    /// The public key to which envelopes are sealed.
    public let agreement: JWK
    /// The way in which it learns of mail; nil for one that asks by itself.
    public let reach: WalletReach?
    /// The system that it runs on.
    public let osType: String
    /// Whether the server knows the instance.
    public let isRegistered: Bool
}
