import DeviceFoundation
import Primitives

/// The records of the keys on this device and the users they are bound to.
struct BoundKeyRecords: Sendable {
    private static let service = "bound-keys"

    let store: any SecureStore

    /// A user's key; nil when there is none, or what is kept can't be read.
    func key(_ id: String) async throws(DeviceBindingError) -> BoundKey? {
        let record = try await translating(storage: try await store.get(StoreKey(Self.service, id)))
        return record.flatMap { $0.withBytes { try? JSONValue(parsing: $0) } }.flatMap(BoundKey.init(json:))
    }

    /// All of them, the newest first.
    func all() async throws(DeviceBindingError) -> [BoundKey] {
        var keys: [BoundKey] = []
        for id in try await translating(storage: try await store.keys(in: Self.service)) {
            if let key = try await key(id) { keys.append(key) }
        }
        return keys.sorted { ($0.created, $0.id) > ($1.created, $1.id) }
    }

    func keep(_ key: BoundKey) async throws(DeviceBindingError) {
        try await translating(storage: try await store.set(Secret(bytes: key.json.encoded), for: StoreKey(Self.service, key.id)))
    }

    /// Forgets a key, unless another has come in its place.
    func forget(_ key: BoundKey) async throws(DeviceBindingError) {
        guard try await self.key(key.id)?.keyID == key.keyID else { return }
        try await translating(storage: try await store.delete(StoreKey(Self.service, key.id)))
    }

    private func translating<Result>(
        storage body: @autoclosure () async throws(StoreError) -> Result
    ) async throws(DeviceBindingError) -> Result {
        do { return try await body() } catch { throw DeviceBindingError(error) }
    }
}
