import DeviceFoundation
import Primitives

/// Small records beside the state: what the product's successor reads, and what can be read again.
struct Records: Sendable {
    let store: any SecureStore

    func get(_ key: StoreKey) async throws(PingIDError) -> Secret? {
        try await translating(storage: try await store.get(key))
    }

    /// Keeps a value; nil removes the record.
    func set(_ value: Secret?, for key: StoreKey) async throws(PingIDError) {
        if let value {
            try await translating(storage: try await store.set(value, for: key))
        } else {
            try await translating(storage: try await store.delete(key))
        }
    }
}
