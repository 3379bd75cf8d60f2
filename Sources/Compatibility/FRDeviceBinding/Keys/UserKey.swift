import DeviceBinding
public import Foundation
import Primitives

/// A key on this device that is bound to a user.
public struct UserKey: Sendable, Equatable {
    public let id: String
    /// The user, as the server names them.
    public let userId: String
    public let userName: String
    /// The key's own id.
    public let kid: String
    public let authType: DeviceBindingAuthenticationType
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
