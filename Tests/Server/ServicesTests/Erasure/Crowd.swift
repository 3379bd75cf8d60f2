import Foundation
import Store
import Testing
@testable import Services
@testable import Foundations

/// A database in which each table has rows of two people, one row for each column by which a row can be somebody's.
struct Crowd {
    let database: SQLiteDatabase
    let realm = UUID()
    let victim = Person(number: 1)
    let bystander = Person(number: 2)
    private let path: String

    /// Somebody, with one of each thing that rows can belong to.
    struct Person: Sendable {
        let user = UUID(), device = UUID(), authentication = UUID()
        let installation, application, name: String
        /// What stands in every column of a row that has nothing better to say.
        let filling: String

        init(number: Int) {
            (installation, application, name) = (
                "installation-\(number)-\(UUID())", "application-\(number)", "person-\(number)@example.com"
            )
            filling = "filling-of-person-\(number)-"
        }

        func value(_ owner: TableRule.Owner) -> any SQLConvertible {
            switch owner {
            case .user: user
            case .device: device
            case .installation: installation
            case .authentication: authentication
            case .application: application
            case .name: name
            }
        }
    }

    init(at path: String) async throws {
        self.path = path
        database = try await SQLiteDatabase.open(at: path, migrations: Schema.migrations)
        for person in [victim, bystander] { try await link(person) }
        // Twice, so that pages are full of both people's rows and are split among them.
        for _ in 0..<2 {
            for rule in TableRule.all where !Self.links.contains(rule.table) {
                for owner in rule.owners { for person in [victim, bystander] { try await fill(rule, owner, person) } }
            }
        }
    }

    /// The tables by whose rows the others' are found; each person has one row there, that fits.
    private static let links: Set<SQL> = ["devices", "device_authentications", "users", "applications", "installations"]

    private func link(_ person: Person) async throws {
        try await insert(
            "devices", person,
            ["id": person.device, "user_id": person.user, "installation": person.installation, "application": person.application])
        try await insert(
            "device_authentications", person, ["id": person.authentication, "user_id": person.user, "application": person.application])
        try await insert("users", person, ["id": person.user])
        try await insert("applications", person, ["id": person.application], filling: Self.applicationFilling)
        try await insert("installations", person, ["id": person.installation])
    }

    /// Pairs the victim's installation with the bystander too.
    func share() async throws {
        try await insert(
            "devices", bystander,
            ["id": UUID(), "user_id": bystander.user, "installation": victim.installation, "application": bystander.application])
    }

    private func fill(_ rule: TableRule, _ owner: TableRule.Owner, _ person: Person) async throws {
        let columns = try await database.columns(of: rule.table)
        // One that is alone in its key can have one row only.
        let key = columns.filter(\.isKey).map(\.name)
        if Set(key).isSubset(of: ["realm", owner.column.text]), try await count(rule.table, owner, person) > 0 { return }
        let filling = if case .application = owner { Self.applicationFilling } else { person.filling }
        try await insert(rule.table, person, [owner.column.text: person.value(owner)], filling: filling)
    }

    /// What stands in rows that are an application's and nobody else's.
    private static let applicationFilling = "filling-of-an-application-"

    private func insert(
        _ table: SQL, _ person: Person, _ values: [String: any SQLConvertible], filling: String? = nil
    ) async throws {
        let columns = try await database.columns(of: table)
        let row = columns.map { column -> SQLValue in
            if column.name == "realm" { return realm.sqlValue }
            return values[column.name]?.sqlValue ?? column.filled(filling ?? person.filling)
        }
        let parameters = SQL.joined((1...columns.count).map(SQL.parameter), separator: ",")
        try await database.write { transaction in
            try transaction.execute(.joined(["INSERT INTO", table, "VALUES (", parameters, ")"]), values: row)
        }
    }

    private func count(_ table: SQL, _ owner: TableRule.Owner, _ person: Person) async throws -> Int64 {
        try await database.read { transaction in
            let statement = SQL.joined(["SELECT COUNT(*) AS count FROM", table, "WHERE", owner.column, "= ?1"])
            return try transaction.row(statement, person.value(owner))?.int("count") ?? 0
        }
    }

    /// Checks that no row is left that names the victim in a column of such an owner, and that the bystander has every row.
    func expectGone(_ isGone: (TableRule.Owner) -> Bool) async throws {
        for rule in TableRule.all {
            for owner in rule.owners {
                if isGone(owner) { #expect(try await count(rule.table, owner, victim) == 0, "\(rule.table) by \(owner.column)") }
                #expect(try await count(rule.table, owner, bystander) > 0, "\(rule.table) by \(owner.column)")
            }
        }
    }

    /// Checks that no byte of the victim's rows is left in the database's files, but for what belongs to an application.
    func expectNoBytes() throws {
        for file in [path, path + "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            for text in [victim.filling, victim.name, victim.installation] {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(file)")
            }
            if !file.hasSuffix("-wal") { #expect(bytes.range(of: Data(bystander.filling.utf8)) != nil) }
        }
    }
}

/// A column as the schema has it.
struct SchemaColumn: Sendable {
    let name: String
    let type: String
    let isKey: Bool

    /// A value that no other row has, long enough that rows spill over pages.
    func filled(_ filling: String) -> SQLValue {
        let text = filling + UUID().uuidString + String(repeating: "x", count: 200)
        return switch type {
        case "BIGINT": .integer(Int64.random(in: 1...Int64.max))
        case "BLOB": .blob(Array(text.utf8))
        case "DOUBLE PRECISION": .real(1)
        default: .text(text)
        }
    }
}

extension SQLiteDatabase {
    func columns(of table: SQL) async throws -> [SchemaColumn] {
        let name = table.text
        return try await read { transaction in
            try transaction.rows("SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid", name).map {
                SchemaColumn(name: try $0.text("name"), type: try $0.text("type"), isKey: try $0.int("pk") > 0)
            }
        }
    }
}
