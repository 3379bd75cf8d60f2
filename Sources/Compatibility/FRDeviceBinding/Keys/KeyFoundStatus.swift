import Primitives

/// The keys on this device that are bound to a user.
public enum KeyFoundStatus: Sendable, Equatable {
    /// There is one.
    case singleKeyFound(key: UserKey)
    /// There are several: of different users, where none was named.
    case multipleKeysFound(keys: [UserKey])
    /// There is none.
    case noKeysFound
}
