import Foundation
import GatehouseServer
import Primitives
import ServerTesting
import Store
import Testing
import Foundations

@Suite("Data that a server can't start with is refused and left as it is")
struct BadDataTests {
    @Test("a file that is no database")
    func foreign() async throws {
        try await refused(DatabaseError(.notADatabase)) { directory in
            try FileManager.default.removeItem(atPath: directory + "/gatehouse.db")
            try Data("these are somebody's holiday notes".utf8).write(to: URL(fileURLWithPath: directory + "/gatehouse.db"))
        }
    }

    @Test("a database that is damaged")
    func damaged() async throws {
        try await refused(DatabaseError(.corrupt)) { directory in
            let url = URL(fileURLWithPath: directory + "/gatehouse.db")
            var data = try Data(contentsOf: url)
            for index in stride(from: 4096, to: data.count, by: 7) { data[index] ^= 0x5A }
            try data.write(to: url)
        }
    }

    @Test("another master key")
    func anotherKey() async throws {
        try await refused(ServerError(.wrongMasterKey)) { directory in
            try Data(Data(SystemRandom().bytes(32)).base64EncodedString().utf8)
                .write(to: URL(fileURLWithPath: directory + "/master.key"))
        }
    }

    @Test("no master key any more: none is made in its place")
    func missingKey() async throws {
        try await refused(ServerError(.wrongMasterKey)) { directory in
            try FileManager.default.removeItem(atPath: directory + "/master.key")
        }
    }

    @Test("a master key that others may read")
    func exposedKey() async throws {
        try await refused(SealError(.exposedKeyFile)) { directory in
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory + "/master.key")
        }
    }

    @Test("administration where no server ever was: nothing is made")
    func nothingThere() async throws {
        let directory = try TemporaryDirectory()
        let configuration = try ServerConfiguration(ResolvedSettings(flags: ["data-directory": directory.path + "/data"]))
        await #expect(throws: ServerError(.noDatabase)) { try await ServerAssembly.openForAdministration(configuration) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        directory.remove()
    }

    /// Makes a server's data, spoils it, and expects a refusal that changes no byte.
    private func refused<Refusal: Error & Equatable>(_ refusal: Refusal, spoil: (String) throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        try await TestServer.run(settings: ["data-directory": directory.path]) { _ in }
        try spoil(directory.path)
        let before = try Self.contents(directory.path)
        await #expect(throws: refusal) { try await TestServer.run(settings: ["data-directory": directory.path]) { _ in } }
        #expect(try Self.contents(directory.path) == before)
        directory.remove()
    }

    private static func contents(_ directory: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where !name.hasSuffix(".lock") {
            contents[name] = FileManager.default.contents(atPath: directory + "/" + name)
        }
        return contents
    }
}
