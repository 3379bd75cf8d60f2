import DeviceBinding
public import Foundation
import Primitives

/// A key on this device that is bound to a user.
public struct UserKey: Sendable, Equatable {
    public let id: String
    /// The user, as the server names them.
    public let userId: String
    /// The user's name, as the server sent it with the binding.
    public let userName: String
    /// The key's own id.
    public let kid: String
    /// The protection of the key.
    public let authType: DeviceBindingAuthenticationType
    /// The time when the key was bound.
    public let createdAt: Date

    init(_ key: BoundKey) {
        id = key.id
        userId = key.userID
        userName = key.username
        kid = key.keyID
        authType = DeviceBindingAuthenticationType(key.authentication)
        createdAt = key.created
    }
}
