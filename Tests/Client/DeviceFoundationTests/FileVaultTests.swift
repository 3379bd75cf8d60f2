import ClientTesting
import DeviceFoundation
import Foundation
import Primitives
import Testing

@Suite("File vault")
struct FileVaultTests {
    private let directory: TemporaryDirectory
    private let key = StoreKey("tokens", "alpha")
    private var path: String { directory.file("vault") }
    private var witness: String { directory.file("vault.generation") }

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> FileVault { try FileVault(path, key: .file(directory.file("key"))) }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
    private func write(_ data: Data, _ path: String) throws { try data.write(to: URL(filePath: path)) }

    private func permissions(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("keeps its contents from one process to the next")
    func survives() async throws {
        try await open().set(Secret("token"), for: key)
        #expect(try await open().get(key) == Secret("token"))
    }

    @Test("neither values nor names can be read from the file")
    func sealed() async throws {
        try await open().set(Secret("a-secret-token"), for: StoreKey("a-service", "a-name"))
        for text in ["a-secret-token", "a-service", "a-name", Base64URL.encode("a-secret-token".utf8)] {
            #expect(try bytes(path).range(of: Data(text.utf8)) == nil)
        }
    }

    @Test("its files are for their owner only", arguments: ["vault", "vault.generation", "vault.lock", "key"])
    func permissions(_ name: String) async throws {
        try await open().set(Secret("token"), for: key)
        #expect(try permissions(directory.file(name)) == 0o600)
    }

    @Test("a key file that others may read is refused")
    func openKeyFile() throws {
        _ = try open()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory.file("key"))
        #expect(throws: StoreError(.insecurePermissions, "")) { try open() }
    }

    @Test("a key file of the wrong length is refused")
    func shortKeyFile() throws {
        _ = try open()
        try write(Data([1, 2, 3]), directory.file("key"))
        #expect(throws: StoreError(.unreadable, "")) { try open() }
    }

    @Test("another passphrase does not open it, and does no harm")
    func wrongPassphrase() async throws {
        try await FileVault(path, key: .passphrase(Secret("right"))).set(Secret("token"), for: key)
        #expect(throws: StoreError(.tampered, "")) { try FileVault(path, key: .passphrase(Secret("wrong"))) }
        #expect(try await FileVault(path, key: .passphrase(Secret("right"))).get(key) == Secret("token"))
    }

    @Test("a changed byte anywhere is detected", arguments: [0.1, 0.3, 0.6, 0.9, 0.999])
    func tampered(_ position: Double) async throws {
        try await open().set(Secret("token"), for: key)
        var data = try bytes(path)
        data[Int(Double(data.count) * position)] ^= 1
        try write(data, path)
        #expect(throws: StoreError.self) { try open() }
    }

    @Test("an older copy put back is refused", arguments: [true, false])
    func rolledBack(_ sameProcess: Bool) async throws {
        let vault = try open()
        try await vault.set(Secret("old"), for: key)
        let old = try bytes(path)
        try await vault.set(Secret("new"), for: key)
        try write(old, path)
        if sameProcess {
            await #expect(throws: StoreError(.rolledBack, "")) { try await vault.get(key) }
        } else {
            #expect(throws: StoreError(.rolledBack, "")) { try open() }
        }
    }

    @Test("an older copy with its witness is refused by a process that saw the newer one")
    func rolledBackWithWitness() async throws {
        let vault = try open()
        try await vault.set(Secret("old"), for: key)
        let (old, oldWitness) = (try bytes(path), try bytes(witness))
        try await vault.set(Secret("new"), for: key)
        try write(old, path)
        try write(oldWitness, witness)
        await #expect(throws: StoreError(.rolledBack, "")) { try await vault.get(key) }
    }

    @Test("a deleted vault or a deleted witness is noticed", arguments: ["vault", "vault.generation"])
    func deleted(_ name: String) async throws {
        try await open().set(Secret("token"), for: key)
        try FileManager.default.removeItem(atPath: directory.file(name))
        #expect(throws: StoreError(.rolledBack, "")) { try open() }
    }

    @Test("a crash before the rename leaves the old contents")
    func crashBeforeRename() async throws {
        try await open().set(Secret("token"), for: key)
        try write(Data("half a fi".utf8), "\(path).new")
        let vault = try open()
        #expect(try await vault.get(key) == Secret("token"))
        try await vault.set(Secret("next"), for: key)
        #expect(try await open().get(key) == Secret("next"))
    }

    @Test("a crash between the vault and its witness leaves the new contents")
    func crashBeforeWitness() async throws {
        let vault = try open()
        try await vault.set(Secret("one"), for: key)
        let before = try bytes(witness)
        try await vault.set(Secret("two"), for: key)
        try write(before, witness)
        let after = try open()
        #expect(try await after.get(key) == Secret("two"))
        try await after.set(Secret("three"), for: key)
        #expect(try await open().get(key) == Secret("three"))
    }

    @Test("a foreign file is not overwritten")
    func foreign() throws {
        try write(Data("somebody's notes\n".utf8), path)
        #expect(throws: StoreError(.unreadable, "")) { try open() }
        #expect(try bytes(path) == Data("somebody's notes\n".utf8))
    }

    @Test("two vaults on one file lose nothing")
    func shared() async throws {
        let (first, second) = (try open(), try open())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                let vault = number.isMultiple(of: 2) ? first : second
                group.addTask { try await vault.set(Secret("\(number)"), for: StoreKey("many", "\(number)")) }
            }
            try await group.waitForAll()
        }
        #expect(try await first.keys(in: "many").count == 20)
        #expect(try await second.keys(in: "many").count == 20)
    }
}
