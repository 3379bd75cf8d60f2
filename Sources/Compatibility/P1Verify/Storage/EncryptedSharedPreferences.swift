import CallbackBridge
import DeviceFoundation
import Primitives

/// Texts by their keys, each sealed under a key of the device. The calls wait for the storage.
public final class EncryptedSharedPreferences: Sendable {
    private let store: any SecureStore
    private let service: String

    init(_ name: String) throws {
        let inner = try Environment.current.store()
        store = SealedStore(inner, keys: Environment.current.keys(inner), random: Environment.current.random)
        service = "P1Verify.preferences.\(name)"
    }

    /// The text of a key, or another where there is none.
    /// - Throws: ``EncryptedStorageInitializationError`` `.StorageError`.
    public func getString(_ key: String, _ defaultValue: String?) throws -> String? {
        try Self.waiting { [self] () async throws(StoreError) in
            try await store.get(StoreKey(service, key))?.reveal()
        } ?? defaultValue
    }

    /// Keeps a text, or removes it where it is nil.
    /// - Throws: ``EncryptedStorageInitializationError`` `.StorageError`.
    public func putString(_ key: String, _ value: String?) throws {
        try Self.waiting { [self] () async throws(StoreError) in
            guard let value else { return try await store.delete(StoreKey(service, key)) }
            try await store.set(Secret(value), for: StoreKey(service, key))
        }
    }

    private static func waiting<Value: Sendable>(_ work: @escaping @Sendable () async throws(StoreError) -> Value) throws -> Value {
        do { return try Bridge.wait { () async throws -> Value in try await work() } } catch {
            throw EncryptedStorageInitializationError.StorageError
        }
    }
}
