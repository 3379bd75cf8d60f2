public import Primitives

/// Keeps secrets for the life of the process: for tests, simulations, and apps that want nothing kept.
public actor InMemoryStore: SecureStore {
    private var values: [StoreKey: Secret] = [:]

    public init() {}

    public func get(_ key: StoreKey) -> Secret? { values[key] }
    public func set(_ value: Secret, for key: StoreKey) { values[key] = value }
    public func delete(_ key: StoreKey) { values[key] = nil }
    public func keys(in service: String) -> [String] { values.keys.filter { $0.service == service }.map(\.name).sorted() }
}
