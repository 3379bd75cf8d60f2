import ClientTesting
import DeviceFoundation
import Primitives
import Testing

@Suite("The keychain store")
struct KeychainStoreTests {
    private let items = KeychainDouble.Items()
    private let key = StoreKey("session", "alpha")

    private func keychain(_ app: String, groups: [String] = ["shared"]) -> KeychainDouble {
        KeychainDouble(items, app: app, groups: groups)
    }

    @Test("apps with one prefix and one access group have the same items")
    func shared() async throws {
        let first = KeychainStore(prefix: "bank", accessGroup: "A1B2C3D4E5.shared", over: keychain("one"))
        let second = KeychainStore(prefix: "bank", accessGroup: "A1B2C3D4E5.shared", over: keychain("two"))
        try await first.set(Secret("token"), for: key)
        #expect(try await second.get(key)?.reveal() == "token")
        #expect(try await second.keys(in: "session") == ["alpha"])
        try await second.delete(key)
        #expect(try await first.get(key) == nil)
    }

    @Test("without the group, or with another prefix, they don't")
    func apart() async throws {
        try await KeychainStore(prefix: "bank", accessGroup: "A1B2C3D4E5.shared", over: keychain("one")).set(Secret("token"), for: key)
        #expect(try await KeychainStore(prefix: "shop", accessGroup: "A1B2C3D4E5.shared", over: keychain("two")).get(key) == nil)
        #expect(try await KeychainStore(prefix: "bank", accessGroup: nil, over: keychain("two", groups: [])).get(key) == nil)
        try await KeychainStore(prefix: "bank", accessGroup: nil, over: keychain("one")).set(Secret("own"), for: StoreKey("tokens", "1"))
        #expect(try await KeychainStore(prefix: "bank", accessGroup: nil, over: keychain("two")).get(StoreKey("tokens", "1")) == nil)
    }

    @Test("a group that the app was not signed for is refused")
    func refused() async throws {
        let store = KeychainStore(prefix: "bank", accessGroup: "A1B2C3D4E5.foreign", over: keychain("one"))
        await #expect(throws: StoreError(.notEntitled, "")) { try await store.set(Secret("x"), for: key) }
    }

    @Test("a group's whole name begins with the team's id, which apps leave out", arguments: ["shared", "A1B2C3D4E5.shared"])
    func named(_ group: String) throws {
        #expect(try keychain("one").usableGroup(group) == "A1B2C3D4E5.shared")
        #expect(items.all.isEmpty, "the probe is gone")
    }

    @Test("a group of another team, or one that the app wasn't signed for, can't be used", arguments: ["Z9Y8X7W6V5.shared", "foreign", ""])
    func foreign(_ group: String) throws {
        #expect(throws: StoreError(.notEntitled, "")) { try keychain("one").usableGroup(group) }
        #expect(items.all.isEmpty)
    }

    @Test("of a partly shared store, the named services are shared and the others are not")
    func partly() async throws {
        let (shared, own) = (InMemoryStore(), InMemoryStore())
        let store = PartlySharedStore(own: own, shared: shared, services: ["session"])
        try await store.set(Secret("a"), for: key)
        try await store.set(Secret("b"), for: StoreKey("tokens", "1"))
        #expect(await shared.keys(in: "session") == ["alpha"])
        #expect(await shared.keys(in: "tokens").isEmpty)
        #expect(await own.keys(in: "session").isEmpty)
        #expect(try await store.keys(in: "tokens") == ["1"])
        #expect(try await store.get(key)?.reveal() == "a")
        try await store.delete(key)
        #expect(await shared.keys(in: "session").isEmpty)
    }
}
