import Store
import Testing
@testable import Foundations
@testable import Services

@Suite("The schema, put together from what features declare")
struct SchemaTests {
    /// The beginnings of the checksums of the steps that databases in use have. A step that is released is added here and never changed.
    private static let released = [
        "4a3cc54c7697ed0b", "c9f5c152599728fd", "455055eb24e10819", "90a34d815848831d", "5a7dba41be8a3467", "7c84acddb976d993",
        "d395ffd9eb15c833", "23f29f9f848cab20", "b7106a41a4b6e3af", "a532684d42297455", "af3a0cb270a8dd25", "175df0e6f7f76b9f",
        "b06db61e9fa23fab", "485fc5977bdbc321", "78bb6c51d0d18955", "5f243ce719624498", "cc8b70d2d311ae35", "c42d546d2d92fefc",
        "0045580d6c75efaf", "2f41bb965c2ab486", "7ba6a05a0b64cb9e", "1ba2cf071def0aff", "14941a07ff5cf5f4", "68545da33d43c0bb",
        "074b06bf3d780851", "d3b8452031753a8c", "14fd6011ad355f3f", "dde2e3c60e0707d0", "a69ac1f034d7dfca", "3a10793cccedcf57",
        "433cf61841de902e", "413f602f8ff32d32", "f48c2a12412210f3",
    ]

    @Test("steps that are released stay as they are, whatever feature their parts stand in")
    func steps() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
        let checksums = try await database.read { transaction in
            try transaction.rows("SELECT checksum FROM schema_migration ORDER BY id").map { String(try $0.text("checksum").prefix(16)) }
        }
        try await database.close()
        #expect(Array(checksums.prefix(Self.released.count)) == Self.released)
    }

    @Test("steps are numbered from one; the parts of one have one name and a place each")
    func numbers() {
        let steps = Dictionary(grouping: Schema.features.flatMap(\.history), by: \.id)
        #expect(steps.keys.sorted() == Array(1...steps.count))
        for (id, parts) in steps {
            #expect(Set(parts.map(\.name)).count == 1, "step \(id)")
            #expect(Set(parts.map(\.place)).count == parts.count, "step \(id)")
        }
    }
}
