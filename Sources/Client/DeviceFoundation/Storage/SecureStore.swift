public import Primitives

/// Keeps small secrets (tokens, keys, cookies) between the runs of an app.
///
/// Each call is atomic: a reader sees the old value or the new one, and a value that ``set(_:for:)`` returned for survives
/// the end of the process. Adapters: ``InMemoryStore``, ``FileVault``, and on Apple systems `KeychainStore`.
public protocol SecureStore: Sendable {
    /// The value of a key, or nil.
    func get(_ key: StoreKey) async throws(StoreError) -> Secret?
    /// Stores a value, replacing an earlier one.
    func set(_ value: Secret, for key: StoreKey) async throws(StoreError)
    /// Removes a value; removing none is no error.
    func delete(_ key: StoreKey) async throws(StoreError)
    /// The names of the keys of a service, sorted.
    func keys(in service: String) async throws(StoreError) -> [String]
}

/// The key of a stored secret: a service, such as `tokens`, and a name in it.
public struct StoreKey: Sendable, Hashable, CustomStringConvertible {
    /// The service, such as `tokens`, that keeps apart the names of different features.
    public let service: String
    /// The name of the secret in its service.
    public let name: String

    /// Makes a store key of its members, which are taken unchecked.
    public init(_ service: String, _ name: String) {
        self.service = service
        self.name = name
    }

    public var description: String { "\(service)/\(name)" }
}
