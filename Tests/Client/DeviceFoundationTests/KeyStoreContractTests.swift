import ClientTesting
import Crypto
import DeviceFoundation
import Primitives
import Synchronization
import Testing

/// A kind of key store, made anew for each test.
struct KeyStoreKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (TemporaryDirectory) throws -> any KeyStore

    static let all =
        [
            KeyStoreKind(testDescription: "software, in memory") { _ in
                SoftwareKeyStore(InMemoryStore(), random: SeededRandom(seed: 1))
            },
            KeyStoreKind(testDescription: "software, file vault") { directory in
                SoftwareKeyStore(try FileVault(directory.file("vault"), key: .file(directory.file("key"))))
            },
        ] + SoftHSM.kinds
}

@Suite("Every key store", .timeLimit(.minutes(10)))
struct KeyStoreContractTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func uncompressed(_ point: PublicPoint) -> [UInt8] { [4] + point.x + point.y }

    @Test("signs as ES256 does, which another library verifies", arguments: KeyStoreKind.all)
    func signs(_ kind: KeyStoreKind) async throws {
        let store = try kind.make(directory)
        let point = try await store.create("a", for: .signing)
        let message = Array("to be signed".utf8)
        let signature = try await store.sign(message, with: "a")
        #expect(signature.count == 64)
        let key = try P256.Signing.PublicKey(x963Representation: uncompressed(point))
        #expect(key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: message))
        #expect(!key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: message + [0]))
    }

    @Test("agrees on the secret that the other party has", arguments: KeyStoreKind.all)
    func agrees(_ kind: KeyStoreKind) async throws {
        let store = try kind.make(directory)
        let point = try await store.create("a", for: .agreement)
        let other = P256.KeyAgreement.PrivateKey()
        let raw = Array(other.publicKey.rawRepresentation)
        let theirs = try #require(PublicPoint(x: Array(raw[..<32]), y: Array(raw[32...])))
        let secret = try await store.agree(with: theirs, using: "a")
        let expected = try other.sharedSecretFromKeyAgreement(with: .init(x963Representation: uncompressed(point)))
        #expect(secret == expected.withUnsafeBytes { Secret(bytes: $0) })
    }

    @Test("keeps keys from one opening to the next", arguments: KeyStoreKind.all.dropFirst())
    func keeps(_ kind: KeyStoreKind) async throws {
        let point = try await kind.make(directory).create("a", for: .signing)
        let reopened = try kind.make(directory)
        #expect(try await reopened.publicKey("a") == point)
        #expect(try await reopened.names() == ["a"])
    }

    @Test("makes each key anew, and takes no name twice", arguments: KeyStoreKind.all)
    func names(_ kind: KeyStoreKind) async throws {
        let store = try kind.make(directory)
        let first = try await store.create("b", for: .signing)
        #expect(try await store.create("a", for: .signing) != first)
        await #expect(throws: KeyError(.exists, "")) { try await store.create("b", for: .agreement) }
        #expect(try await store.publicKey("b") == first)
        #expect(try await store.names() == ["a", "b"])
    }

    @Test("deletes, also what is not there; what is deleted is absent", arguments: KeyStoreKind.all)
    func deletes(_ kind: KeyStoreKind) async throws {
        let store = try kind.make(directory)
        _ = try await store.create("a", for: .signing)
        try await store.delete("a")
        try await store.delete("a")
        #expect(try await store.publicKey("a") == nil)
        await #expect(throws: KeyError(.absent, "")) { try await store.sign([1], with: "a") }
        let point = try await store.create("b", for: .signing)
        await #expect(throws: KeyError(.absent, "")) { try await store.agree(with: point, using: "a") }
    }

    @Test("uses no key for what it is not for", arguments: KeyStoreKind.all)
    func uses(_ kind: KeyStoreKind) async throws {
        let store = try kind.make(directory)
        let point = try await store.create("sig", for: .signing)
        _ = try await store.create("enc", for: .agreement)
        await #expect(throws: KeyError(.wrongUse, "")) { try await store.sign([1], with: "enc") }
        await #expect(throws: KeyError(.wrongUse, "")) { try await store.agree(with: point, using: "sig") }
    }

    @Test("makes no key with an access that it doesn't enforce", arguments: KeyStoreKind.all)
    func accesses(_ kind: KeyStoreKind) async throws {
        let store = try kind.make(directory)
        for access in KeyAccess.allCases where !store.enforces(access) {
            await #expect(throws: KeyError(.unsupported, "")) { try await store.create("a", for: .signing, access: access) }
        }
        #expect(try await store.access(of: "a") == nil && store.enforces(.afterFirstUnlock))
        _ = try await store.create("a", for: .signing, access: .afterFirstUnlock)
        #expect(try await store.access(of: "a") == .afterFirstUnlock)
    }

    @Test("refuses a point that is not on the curve", arguments: KeyStoreKind.all)
    func invalidPoint(_ kind: KeyStoreKind) async throws {
        let store = try kind.make(directory)
        _ = try await store.create("a", for: .agreement)
        let off = try #require(PublicPoint(x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 1, count: 32)))
        await #expect(throws: KeyError(.invalidPoint, "")) { try await store.agree(with: off, using: "a") }
        #expect(PublicPoint(x: [1], y: [2]) == nil)
    }
}

/// A store as a locked phone has it.
private final class LockableStore: SecureStore {
    private let inner = InMemoryStore()
    private let isLocked = Mutex(false)

    func lock() { isLocked.withLock { $0 = true } }
    private func check() throws(StoreError) {
        if isLocked.withLock({ $0 }) { throw StoreError(.locked, "the phone is locked") }
    }

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? {
        try check()
        return await inner.get(key)
    }
    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        try check()
        await inner.set(value, for: key)
    }
    func delete(_ key: StoreKey) async throws(StoreError) {
        try check()
        await inner.delete(key)
    }
    func keys(in service: String) async throws(StoreError) -> [String] {
        try check()
        return await inner.keys(in: service)
    }
}

@Suite("Keys of a locked phone, and damaged ones")
struct KeyTroubleTests {
    @Test("a locked store is told apart from a lost key")
    func locked() async throws {
        let store = LockableStore()
        let keys = SoftwareKeyStore(store)
        let point = try await keys.create("a", for: .signing)
        store.lock()
        await #expect(throws: KeyError(.locked, "")) { try await keys.sign([1], with: "a") }
        await #expect(throws: KeyError(.locked, "")) { try await keys.publicKey("a") }
        await #expect(throws: KeyError(.locked, "")) { try await keys.agree(with: point, using: "a") }
        await #expect(throws: KeyError(.locked, "")) { try await keys.create("b", for: .signing) }
        await #expect(throws: KeyError(.locked, "")) { try await keys.delete("a") }
    }

    @Test("what is kept and is no key is refused", arguments: [[], [9], [1], [1, 2, 3], [1] + [UInt8](repeating: 0, count: 32)])
    func damaged(_ record: [UInt8]) async throws {
        let store = InMemoryStore()
        await store.set(Secret(bytes: record), for: StoreKey("keys", "a"))
        await #expect(throws: KeyError.self) { try await SoftwareKeyStore(store).sign([1], with: "a") }
    }

    @Test("a simulated user is recognised or not")
    func simulated() async throws {
        #expect(try await SimulatedVerification(.face).verify("approve", by: .biometrics) == .face)
        await #expect(throws: UserVerificationError(.refused, "")) {
            try await SimulatedVerification(nil).verify("approve", by: .biometricsOrPasscode)
        }
    }
}
