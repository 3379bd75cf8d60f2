import ClientTesting
import DeviceFoundation
import Primitives
import Testing

@Suite("A store sealed by a key of the hardware")
struct SealedStoreTests {
    private let inner = InMemoryStore()
    private let enclave = EnclaveDouble()
    private let token = StoreKey("tokens", "alpha")
    private var store: SealedStore { SealedStore(inner, keys: enclave, random: SeededRandom(seed: 3)) }

    @Test("nothing that is stored can be read beneath, and no two values are sealed alike")
    func unreadable() async throws {
        try await store.set(Secret("secret-token"), for: token)
        let first = try #require(await inner.get(token))
        #expect(!first.reveal().contains("secret-token"))
        try await SealedStore(inner, keys: enclave).set(Secret("secret-token"), for: token)
        #expect(await inner.get(token) != first)
        #expect(try await store.get(token)?.reveal() == "secret-token")
    }

    @Test("what was stored unsealed before is read, and sealed when it is next written")
    func older() async throws {
        for old in ["", "older", "\0", "\0sealed"] {
            await inner.set(Secret(old), for: token)
            #expect(try await store.get(token)?.reveal() == old)
        }
        try await store.set(Secret("newer"), for: token)
        #expect(await inner.get(token)?.reveal().contains("newer") == false)
        #expect(try await store.get(token)?.reveal() == "newer")
    }

    @Test("with its key gone, a value is gone; the next one is sealed under a new key")
    func lostKey() async throws {
        try await store.set(Secret("old"), for: token)
        try await enclave.delete("key")
        #expect(try await store.get(token) == nil)
        try await store.set(Secret("other"), for: StoreKey("tokens", "beta"))
        #expect(try await store.get(token) == nil)
        try await store.set(Secret("new"), for: token)
        #expect(try await store.get(token)?.reveal() == "new")
    }

    @Test("a value that was changed, or put in another's place, is refused")
    func tampered() async throws {
        try await store.set(Secret("session"), for: token)
        let sealed = try #require(await inner.get(token))
        await inner.set(sealed, for: StoreKey("session", "alpha"))
        await #expect(throws: StoreError(.tampered, "")) { try await store.get(StoreKey("session", "alpha")) }
        var bytes = sealed.withBytes { Array($0) }
        bytes[bytes.count - 1] ^= 1
        await inner.set(Secret(bytes: bytes), for: token)
        await #expect(throws: StoreError(.tampered, "")) { try await store.get(token) }
    }

    @Test("of a value in which any one byte was changed, or that was cut off, nothing is ever read")
    func flipped() async throws {
        try await store.set(Secret("session"), for: token)
        let sealed = try #require(await inner.get(token)).withBytes { Array($0) }
        for index in sealed.indices {
            var bytes = sealed
            bytes[index] ^= 0x10
            await inner.set(Secret(bytes: bytes), for: token)
            let read = try? await store.get(token)
            // Without its mark it is a value from before, as it is.
            #expect(read == nil || index < 8 && read == Secret(bytes: bytes), "byte \(index)")
        }
        for count in 8..<sealed.count {
            await inner.set(Secret(bytes: Array(sealed[..<count])), for: token)
            let read = try? await store.get(token)
            #expect(read == nil, "\(count) bytes")
        }
    }

    @Test(
        "a key that can't be used any more is as good as none: nothing is sealed under it, and the next value makes a new one",
        arguments: [[], [9], [2], [2, 1, 2, 3], [2] + [UInt8](repeating: 0, count: 32)])
    func unusableKey(_ record: [UInt8]) async throws {
        let keys = SoftwareKeyStore(inner, service: SealedStore.service)
        let store = SealedStore(inner, keys: keys)
        try await store.set(Secret("old"), for: token)
        await inner.set(Secret(bytes: record), for: StoreKey(SealedStore.service, "key"))
        #expect(try await store.get(token) == nil)
        await #expect(throws: KeyError(.unusable, "")) { try await keys.publicKey("key") }
        try await store.set(Secret("new"), for: StoreKey("tokens", "beta"))
        #expect(try await store.get(StoreKey("tokens", "beta"))?.reveal() == "new")
        #expect(try await store.get(token) == nil)
    }

    @Test("of many first writers at once, one makes the key")
    func parallel() async throws {
        let store = store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { try await store.set(Secret("\(number)"), for: StoreKey("many", "\(number)")) } }
            try await group.waitForAll()
        }
        for number in 0..<20 { #expect(try await store.get(StoreKey("many", "\(number)"))?.reveal() == "\(number)") }
    }
}
