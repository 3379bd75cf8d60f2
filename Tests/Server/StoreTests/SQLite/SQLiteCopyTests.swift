import Foundation
@testable import Store
import Testing

@Suite("Copies of the embedded database")
struct SQLiteCopyTests {
    @Test("a copy made under load has what was acknowledged before, is whole, and only its owner can read it")
    func underLoad() async throws {
        try await inDirectory { directory in
            let database = try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things])
            let load = Task {
                var next = 1000
                while !Task.isCancelled {
                    try await database.insert(next)
                    next += 1
                }
            }
            for id in 1...200 { try await database.insert(id) }
            try SQLiteCopy.make(of: directory + "/a.db", at: directory + "/copy.db")
            load.cancel()
            _ = await load.result
            let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/copy.db")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(!FileManager.default.fileExists(atPath: directory + "/copy.db-wal"))
            let copy = try await SQLiteDatabase.open(at: directory + "/copy.db", migrations: [.things])
            let ids = try await copy.ids()
            #expect(Array(ids.prefix(200)) == (1...200).map { Int64($0) })
            let others = ids.dropFirst(200)
            #expect(Array(others) == others.indices.map { Int64($0 + 800) }, "the load's rows without a gap")
            try await copy.close()
            try await database.close()
        }
    }

    @Test("a file that is there, no database and another's are refused, and nothing is left")
    func refused() async throws {
        try await inDirectory { directory in
            try await SQLiteDatabase.open(at: directory + "/a.db", migrations: [.things]).close()
            try Data("mine".utf8).write(to: URL(fileURLWithPath: directory + "/mine"))
            #expect(throws: DatabaseError(.cannotOpen)) { try SQLiteCopy.make(of: directory + "/a.db", at: directory + "/mine") }
            #expect(try String(contentsOfFile: directory + "/mine", encoding: .utf8) == "mine")
            #expect(throws: DatabaseError(.cannotOpen)) { try SQLiteCopy.make(of: directory + "/none.db", at: directory + "/copy.db") }
            #expect(throws: DatabaseError(.notADatabase)) { try SQLiteCopy.make(of: directory + "/mine", at: directory + "/copy.db") }
            #expect(!FileManager.default.fileExists(atPath: directory + "/copy.db"))
        }
    }

    @Test("a copy takes the place of a database, which is kept; not while a server has it")
    func replaced() async throws {
        try await inDirectory { directory in
            let path = directory + "/a.db"
            let database = try await SQLiteDatabase.open(at: path, migrations: [.things])
            try await database.insert(1)
            try SQLiteCopy.make(of: path, at: directory + "/copy.db")
            try await database.insert(2)
            #expect(throws: DatabaseError(.inUse)) { try SQLiteReplacement(at: path) }
            try await database.close()
            let replacement = try SQLiteReplacement(at: path)
            await #expect(throws: DatabaseError(.inUse)) { try await SQLiteDatabase.open(at: path, migrations: [.things]) }
            try replacement.put(directory + "/copy.db")
            replacement.release()
            for (file, ids) in [(path, [1]), (replacement.replaced, [1, 2])] as [(String, [Int64])] {
                let opened = try await SQLiteDatabase.open(at: file, migrations: [.things])
                try await opened.expect(ids: ids)
                try await opened.close()
            }
        }
    }

    @Test("a damaged database is replaced too, and kept as it is")
    func damaged() async throws {
        try await inDirectory { directory in
            let path = directory + "/a.db"
            let database = try await SQLiteDatabase.open(at: directory + "/b.db", migrations: [.things])
            try await database.insert(1)
            try await database.close()
            try SQLiteCopy.make(of: directory + "/b.db", at: directory + "/copy.db")
            try Data("no database".utf8).write(to: URL(fileURLWithPath: path))
            let replacement = try SQLiteReplacement(at: path)
            try replacement.put(directory + "/copy.db")
            replacement.release()
            #expect(try String(contentsOfFile: replacement.replaced, encoding: .utf8) == "no database")
            let opened = try await SQLiteDatabase.open(at: path, migrations: [.things])
            try await opened.expect(ids: [1])
            try await opened.close()
        }
    }
}
