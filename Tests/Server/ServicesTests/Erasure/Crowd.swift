import Directory
import Foundation
import Store
import Testing
@testable import Services
@testable import Foundations

/// A database in which each table has rows of two people, one row for each column by which a row can be somebody's.
struct Crowd {
    let database: SQLiteDatabase
    let realm = UUID()
    let erasure = Erasure(Schema.features)
    let victim: Person
    let bystander: Person
    private let path: String

    /// Another realm's people, in the same database.
    init(beside other: Crowd) async throws {
        path = other.path
        database = other.database
        victim = Person(number: 3)
        bystander = Person(number: 4)
        try await fill()
    }

    /// Somebody, with one of each thing that rows can belong to.
    struct Person: Sendable {
        let user = UUID(), device = UUID(), authentication = UUID()
        let installation, application, name: String
        /// What stands in every column of a row that has nothing better to say.
        let filling: String

        init(number: Int) {
            installation = "installation-\(number)-\(UUID())"
            application = "named-application-\(number)"
            name = "person-\(number)@example.com"
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
        victim = Person(number: 1)
        bystander = Person(number: 2)
        database = try await SQLiteDatabase.open(at: path, migrations: Schema.migrations)
        try await fill()
    }

    private func fill() async throws {
        for person in [victim, bystander] { try await link(person) }
        // Twice, so that pages are full of both people's rows and are split among them.
        for _ in 0..<2 {
            for rule in Self.rules where !Self.links.contains(rule.table) {
                for owner in rule.owners { for person in [victim, bystander] { try await fill(rule, owner, person) } }
            }
        }
        for rule in Self.rules where rule.owners.isEmpty {
            if let column = rule.realm { try await insert(rule.table, bystander, [column.text: realm], filling: Self.applicationFilling) }
        }
    }

    static let rules = Schema.features.flatMap(\.tables)

    /// The tables by whose rows the others' are found; each person has one row there, that fits.
    private static let links: Set<SQL> = ["devices", "device_authentications", "users", "applications", "installations"]

    private func link(_ person: Person) async throws {
        try await insert(
            "devices", person,
            ["id": person.device, "user_id": person.user, "installation": person.installation, "application": person.application])
        try await insert(
            "device_authentications", person, ["id": person.authentication, "user_id": person.user, "application": person.application])
        try await insert(
            "users", person,
            [
                "id": person.user, "username": person.name, "folded": person.name, "attributes": #"{"note": "\#(person.filling)"}"#,
                "status": User.Status.active.rawValue, "administrator": false, "mfa_enabled": false, "population": UUID(),
            ])
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
        try await count(table, owner.column, person.value(owner))
    }

    func count(_ table: SQL, _ column: SQL, _ value: any SQLConvertible) async throws -> Int64 {
        let value = value.sqlValue
        return try await database.read { transaction in
            try transaction.row(.joined(["SELECT COUNT(*) AS count FROM", table, "WHERE", column, "= ?1"]), value)?.int("count") ?? 0
        }
    }

    /// Checks that no row is left that names the victim in a column of such an owner, and that the bystander has every row.
    func expectGone(_ isGone: (TableRule.Owner) -> Bool) async throws {
        for rule in Self.rules {
            for owner in rule.owners {
                if isGone(owner) { #expect(try await count(rule.table, owner, victim) == 0, "\(rule.table) by \(owner.column)") }
                #expect(try await count(rule.table, owner, bystander) > 0, "\(rule.table) by \(owner.column)")
            }
        }
    }

    /// Checks that no byte of a person's rows is left in the database's files, but for what belongs to an application; and every byte of
    /// another's.
    func expectNoBytes(of gone: Person, but left: Person) async throws {
        try await expectNoBytes(of: [gone.filling, gone.name, gone.installation], but: [left.filling])
    }

    /// Checks that some texts are nowhere in the database's files, and others still there, once the server has tidied up.
    func expectNoBytes(of gone: [String], but left: [String]) async throws {
        try await database.write { $0.compact(upTo: .max) }
        for file in [path, path + "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            for text in gone { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(file)") }
            guard !file.hasSuffix("-wal") else { continue }
            for text in left { #expect(bytes.range(of: Data(text.utf8)) != nil, "\(text) in \(file)") }
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
