import ClientTesting
import DeviceFoundation
import Primitives
import Testing

/// A kind of store, made anew for each test.
struct StoreKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (TemporaryDirectory) throws -> any SecureStore

    static let all = [
        StoreKind(testDescription: "in memory") { _ in InMemoryStore() },
        StoreKind(testDescription: "file vault, key file") { directory in
            try FileVault(directory.file("vault"), key: .file(directory.file("key")))
        },
        StoreKind(testDescription: "file vault, passphrase") { directory in
            try FileVault(directory.file("vault"), key: .passphrase(Secret("correct horse")))
        },
        StoreKind(testDescription: "sealed") { _ in
            let inner = InMemoryStore()
            return SealedStore(inner, keys: SoftwareKeyStore(inner, service: SealedStore.service))
        },
    ]
}

@Suite("Every secure store", .timeLimit(.minutes(10)))
struct StoreContractTests {
    private let directory: TemporaryDirectory
    private let token = StoreKey("tokens", "alpha")

    init() throws { directory = try TemporaryDirectory() }

    @Test("returns what was stored, and nil for what was not", arguments: StoreKind.all)
    func storesAndReads(_ kind: StoreKind) async throws {
        let store = try kind.make(directory)
        #expect(try await store.get(token) == nil)
        try await store.set(Secret("one"), for: token)
        #expect(try await store.get(token) == Secret("one"))
        #expect(try await store.get(StoreKey("tokens", "beta")) == nil)
        #expect(try await store.get(StoreKey("sessions", "alpha")) == nil)
    }

    @Test("replaces a value", arguments: StoreKind.all)
    func replaces(_ kind: StoreKind) async throws {
        let store = try kind.make(directory)
        try await store.set(Secret("one"), for: token)
        try await store.set(Secret("two"), for: token)
        #expect(try await store.get(token) == Secret("two"))
    }

    @Test("deletes, also what is not there", arguments: StoreKind.all)
    func deletes(_ kind: StoreKind) async throws {
        let store = try kind.make(directory)
        try await store.set(Secret("one"), for: token)
        try await store.delete(token)
        try await store.delete(token)
        #expect(try await store.get(token) == nil)
    }

    @Test("keeps empty values and arbitrary bytes apart from none", arguments: StoreKind.all)
    func bytes(_ kind: StoreKind) async throws {
        let store = try kind.make(directory)
        let odd = Secret(bytes: [0, 255, 10, 34, 92])
        try await store.set(Secret(""), for: token)
        try await store.set(odd, for: StoreKey("odd \"service\"", "a/b\n"))
        #expect(try await store.get(token) == Secret(""))
        #expect(try await store.get(StoreKey("odd \"service\"", "a/b\n")) == odd)
    }

    @Test("lists the keys of a service, sorted", arguments: StoreKind.all)
    func lists(_ kind: StoreKind) async throws {
        let store = try kind.make(directory)
        for name in ["b", "a", "c"] { try await store.set(Secret(name), for: StoreKey("tokens", name)) }
        try await store.set(Secret("x"), for: StoreKey("sessions", "x"))
        #expect(try await store.keys(in: "tokens") == ["a", "b", "c"])
        #expect(try await store.keys(in: "nothing") == [])
    }

    @Test("loses nothing to parallel writers", arguments: StoreKind.all)
    func parallel(_ kind: StoreKind) async throws {
        let store = try kind.make(directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await store.set(Secret("\(number)"), for: StoreKey("many", "\(number)")) }
            }
            try await group.waitForAll()
        }
        #expect(try await store.keys(in: "many").count == 20)
    }
}
