import Primitives

/// Finds and deletes the keys on this device.
public protocol UserKeyService {
    /// Finds the keys of a user, as the server names them; of all users where none is named.
    func getKeyStatus(userId: String?) -> KeyFoundStatus
    /// All keys, the newest first.
    func getAll() -> [UserKey]
    /// Deletes a key at the server, and then on this device.
    ///
    /// - Parameter forceDelete: whether the key is deleted on this device also where the server didn't delete it.
    /// - Throws: when the server didn't.
    func delete(userKey: UserKey, forceDelete: Bool) throws
}

extension UserKeyService {
    public func getKeyStatus(userId: String?) -> KeyFoundStatus {
        let keys = getAll().filter { userId == nil || $0.userId == userId }
        guard let first = keys.first else { return .noKeysFound }
        return keys.count == 1 ? .singleKeyFound(key: first) : .multipleKeysFound(keys: keys)
    }
}
