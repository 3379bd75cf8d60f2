public import Primitives

/// Keeps secrets for the life of the process: for tests, simulations, and apps that want nothing kept.
public actor InMemoryStore: SecureStore {
    private var values: [StoreKey: Secret] = [:]

    /// Makes a store without values.
    public init() {}

    /// The value of a key; nil when there is none.
    public func get(_ key: StoreKey) -> Secret? { values[key] }
    /// Keeps a value, replacing an earlier one.
    public func set(_ value: Secret, for key: StoreKey) { values[key] = value }
    /// Removes a value; removing none is no error.
    public func delete(_ key: StoreKey) { values[key] = nil }
    /// The names of the keys of a service, sorted.
    public func keys(in service: String) -> [String] { values.keys.filter { $0.service == service }.map(\.name).sorted() }
}
