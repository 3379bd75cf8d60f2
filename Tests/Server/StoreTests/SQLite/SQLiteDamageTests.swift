import Foundation
@testable import Store
import Testing

@Suite("Damaged and foreign files")
struct SQLiteDamageTests {
    /// How a good file is spoilt, and what is said of it.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: DatabaseError.Code
        let spoil: @Sendable (inout Data) -> Void

        static let all = [
            Damage(testDescription: "another format", code: .notADatabase) { $0 = Data("%PDF-1.7 and so on".utf8) },
            Damage(testDescription: "shorter than a header", code: .corrupt) { $0 = $0.prefix(40) },
            Damage(testDescription: "cut off", code: .corrupt) { $0 = $0.prefix(4096) },
            Damage(testDescription: "nonsense on every page but the first", code: .corrupt) { data in
                data.replaceSubrange(4096..., with: Data(repeating: 0xA5, count: data.count - 4096))
            },
            Damage(testDescription: "nonsense in the schema", code: .corrupt) { data in
                data.replaceSubrange(100..<4096, with: Data(repeating: 0xA5, count: 3996))
            },
            Damage(testDescription: "another program's", code: .notADatabase) { data in
                data.replaceSubrange(68..<72, with: Data([0, 0, 0, 1]))
            },
        ]
    }

    @Test("is refused in one line and left as it is", arguments: Damage.all)
    func refused(_ damage: Damage) async throws {
        try await inDirectory { directory in
            let path = directory + "/a.db"
            let good = try await SQLiteDatabase.open(at: path, migrations: [.things])
            for id in 1...200 { try await good.insert(id, name: "thing number \(id), with a longer name") }
            try await good.close()

            var data = try Data(contentsOf: URL(fileURLWithPath: path))
            damage.spoil(&data)
            try data.write(to: URL(fileURLWithPath: path))
            let error = await #expect(throws: DatabaseError(damage.code)) {
                try await SQLiteDatabase.open(at: path, migrations: [.things])
            }
            #expect(error?.reason.contains(path) == true && error?.reason.contains("\n") == false)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == data)
        }
    }
}
