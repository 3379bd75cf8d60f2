import Foundation
import Store
import Testing

/// A database's files are their owner's alone, wherever they are and whatever the process's mask says.
@Suite("The files of a database")
struct PrivateFilesTests {
    private static func modes(in directory: String) throws -> [String: Int] {
        var modes: [String: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")[.posixPermissions] as? NSNumber
            modes[name] = mode?.intValue
        }
        return modes
    }

    private static func open(_ directory: String) async throws -> SQLiteDatabase {
        try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
    }

    @Test("new ones, in a directory that anybody may use")
    func new() async throws {
        try await inDirectory { directory in
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
            let database = try await Self.open(directory)
            try await database.insert(1)
            let modes = try Self.modes(in: directory)
            #expect(Set(modes.keys).isSuperset(of: ["a.db", "a.db-wal", "a.db-shm", "a.db.lock"]))
            #expect(modes.allSatisfy { $0.value == 0o600 }, "\(modes)")
            #expect(database.exposedFiles.isEmpty)
            try await database.close()
        }
    }

    @Test("old ones that others could read, all of them, and it is said which", arguments: ["a.db", "a.db-wal", "a.db.lock"])
    func old(_ name: String) async throws {
        try await inDirectory { directory in
            let first = try await Self.open(directory)
            try await first.insert(1)
            try await first.close()
            let path = "\(directory)/\(name)"
            if !FileManager.default.fileExists(atPath: path) { FileManager.default.createFile(atPath: path, contents: Data()) }
            try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path)
            let second = try await Self.open(directory)
            #expect(second.exposedFiles.map { ($0 as NSString).lastPathComponent } == [name])
            try await second.insert(2)
            #expect(try Self.modes(in: directory).allSatisfy { $0.value == 0o600 })
            try await second.expect(ids: [1, 2])
            try await second.close()
        }
    }
}
