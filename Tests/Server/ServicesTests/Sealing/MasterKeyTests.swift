import Foundation
import Primitives
import Testing
@testable import Foundations

@Suite("Master keys")
struct MasterKeyTests {
    private let random = SeededRandom(seed: 3)
    private let first = String(repeating: "A", count: 43) + "="
    private let second = "AQ" + String(repeating: "A", count: 41) + "="

    @Test("come from a text, the first one seals", arguments: ["\n", ",", " , "])
    func parsing(_ separator: String) throws {
        let ring = try MasterKeyRing(parsing: first + separator + second + "\n")
        #expect(ring.current.base64 == first)
        #expect(ring.key(try MasterKey(base64: second).id)?.base64 == second)
        #expect(ring.key([0, 0, 0, 0, 0, 0, 0, 0]) == nil)
    }

    @Test("of another length or form are refused", arguments: ["", " \n", "AAAA", "not base64!", "\(String(repeating: "A", count: 44))"])
    func malformed(_ text: String) {
        #expect(throws: SealError(.malformedKey)) { try MasterKeyRing(parsing: text) }
    }

    @Test("are made at the first start, for their owner only, and found at the next")
    func file() throws {
        try inDirectory { directory in
            let file = MasterKeyFile(path: directory + "/master.key")
            let made = try file.keys(random)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try file.keys(random).current == made.current)
        }
    }

    @Test("that others may read are refused", arguments: [0o644, 0o640, 0o604, 0o660])
    func exposed(_ mode: Int) throws {
        try inDirectory { directory in
            let file = MasterKeyFile(path: directory + "/master.key")
            _ = try file.keys(random)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            #expect(throws: SealError(.exposedKeyFile)) { try file.keys(random) }
        }
    }

    @Test("a file with something else is named, and left as it is")
    func foreign() throws {
        try inDirectory { directory in
            let file = MasterKeyFile(path: directory + "/master.key")
            #expect(FileManager.default.createFile(atPath: file.path, contents: Data("x\n".utf8), attributes: [.posixPermissions: 0o600]))
            let error = #expect(throws: SealError(.malformedKey)) { try file.keys(random) }
            #expect(error?.reason.contains(file.path) == true)
            #expect(FileManager.default.contents(atPath: file.path) == Data("x\n".utf8))
        }
    }

    @Test("a directory that isn't there is named")
    func missingDirectory() throws {
        try inDirectory { directory in
            let file = MasterKeyFile(path: directory + "/missing/master.key")
            let error = #expect(throws: SealError(.keyFile)) { try file.keys(random) }
            #expect(error?.reason.contains(file.path) == true)
        }
    }

    /// Runs `body` with the path of a new directory, which goes afterwards.
    private func inDirectory(_ body: (String) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("master-key-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory.path)
    }
}
