internal import DeviceFoundation
internal import Primitives

/// A phone's store. Where the process ends at a write, the write fails: a caller that never came back would keep the app's other calls, which
/// are over as well, waiting for their turn for ever.
struct EndingStore: SecureStore {
    let store: InMemoryStore
    let phone: any EndingPhone
    let life: Int

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? { await store.get(key) }
    func keys(in service: String) async throws(StoreError) -> [String] { await store.keys(in: service) }

    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        try goOn("write")
        await store.set(value, for: key)
        try goOn("written")
    }

    func delete(_ key: StoreKey) async throws(StoreError) {
        try goOn("deletion")
        await store.delete(key)
        try goOn("deleted")
    }

    private func goOn(_ place: String) throws(StoreError) {
        guard !phone.ends(in: life, place) else { throw StoreError(.io, "the process has ended") }
    }
}
