import DeviceBinding
public import Foundation
import Primitives

/// A key on this device that is bound to a user.
public struct UserKey: Sendable, Equatable, Codable {
    /// The name of the user's record on this device.
    public let id: String
    /// The user, as the server names them.
    public let userId: String
    /// The user's name, as the server sent it with the binding.
    public let userName: String
    /// The key's own id.
    public let kid: String
    /// The protection of the key.
    public let authType: DeviceBindingAuthenticationType
    /// The time when the key was bound, in seconds since 1970.
    public let createdAt: Double
    /// The state of the biometrics that were enrolled then, where the key is guarded by them and the device tells.
    public let biometricDomainState: Data?

    init(_ key: BoundKey) {
        id = key.id
        userId = key.userID
        userName = key.username
        kid = key.keyID
        authType = DeviceBindingAuthenticationType(key.authentication)
        createdAt = key.created.timeIntervalSince1970
        biometricDomainState = key.biometricState.map { Data($0) }
    }
}
