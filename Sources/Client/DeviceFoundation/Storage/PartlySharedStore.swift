package import Primitives

/// Keeps some services in a store that apps share, and the others in the app's own.
package struct PartlySharedStore: SecureStore {
    private let own: any SecureStore
    private let shared: any SecureStore
    private let services: Set<String>

    /// - Parameter services: the services that are shared.
    package init(own: any SecureStore, shared: any SecureStore, services: Set<String>) {
        self.own = own
        self.shared = shared
        self.services = services
    }

    package func get(_ key: StoreKey) async throws(StoreError) -> Secret? { try await store(of: key.service).get(key) }
    package func set(_ value: Secret, for key: StoreKey) async throws(StoreError) { try await store(of: key.service).set(value, for: key) }
    package func delete(_ key: StoreKey) async throws(StoreError) { try await store(of: key.service).delete(key) }
    package func keys(in service: String) async throws(StoreError) -> [String] { try await store(of: service).keys(in: service) }

    private func store(of service: String) -> any SecureStore { services.contains(service) ? shared : own }
}
