/// Has the user choose a key, where the server names no user and several are bound to this device.
public protocol KeySelector: Sendable {
    /// Chooses one; nil when the user turned away.
    func select(among keys: [BoundKey]) async -> BoundKey?
}

/// Takes the key that was bound last, without asking the user.
public struct FirstKey: KeySelector {
    /// Makes the selector, which has no settings.
    public init() {}
    /// Returns the first of the keys; nil when there are none.
    public func select(among keys: [BoundKey]) async -> BoundKey? { keys.first }
}
