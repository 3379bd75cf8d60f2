import Foundation
import Primitives
import ResourceMessages
import Store
import Testing
@testable import Messaging
@testable import Foundations
@testable import Directory
@testable import SignIn
@testable import Services
@testable import Sessions

@Suite("Databases of earlier versions")
struct MigrationTests {
    /// A database as the first step left it: a realm with two users, one of them the administrator that the first start made.
    private func old(isDemo: Bool) async throws -> (SQLiteDatabase, realm: UUID) {
        let database = try await SQLiteDatabase.temporary(migrations: Array(Schema.migrations.prefix(1)))
        let realm = UUID()
        try await database.write { transaction in
            try transaction.execute("INSERT INTO realms (id, path, settings) VALUES (?1, '/', '{}')", realm)
            if !isDemo { try transaction.execute("INSERT INTO milestones (name, reached) VALUES ('administrator', 1)") }
            for name in ["admin", "ada"] {
                try transaction.execute(
                    """
                    INSERT INTO users (realm, id, username, folded, status, attributes, created)
                    VALUES (?1, ?2, ?3, ?3, 'active', '{"sn":"Lovelace","mail":["ada@example.com"],"l":"London"}', 5000)
                    """, realm, UUID(), name)
            }
        }
        return (database, realm)
    }

    @Test("users stay, can be found, and the first administrator administers", arguments: [true, false])
    func profiles(isDemo: Bool) async throws {
        let (database, realm) = try await old(isDemo: isDemo)
        try await Migrator(Schema.migrations).migrate(database)
        let random = SeededRandom(seed: 1)
        let domain = Services(
            database: database, sealer: Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random),
            hasher: PasswordHasher(random: random), time: ManualTime(), random: random)
        try await domain.directory.users.indexOldUsers()
        let root = try await domain.directory.realms.realm(at: .root)
        #expect(root.id == realm && root.settings[PasswordSettings.self].passwordMinimumLength == 15)
        let ada = try #require(try await domain.directory.users.user(named: "ada", in: realm))
        #expect(ada.revision == 1 && ada.created == Date(timeIntervalSince1970: 5) && ada.lastLogin == nil && !ada.isAdministrator)
        #expect(try await domain.directory.users.user(named: "admin", in: realm)?.isAdministrator == !isDemo)
        #expect(try await domain.directory.accounts.count(try QueryFilter(parsing: #"mail eq "ADA@example.com""#), in: root) == 2)
        let changed = try await domain.directory.accounts.change(ada.id, in: root) { $0["sn"] = "King" }
        #expect(changed.attributes["l"] == "London", "what the schema doesn't know is kept")
        await domain.directory.hasher.close()
        try await database.close()
    }

    @Test("journeys, policy sets, templates and providers stay, with their revisions and secrets")
    func documents() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Array(Schema.migrations.prefix(8)))
        let (realm, random) = (UUID(), SeededRandom(seed: 2))
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random)
        let secret = try sealer.seal(Secret("s3cret"), context: "identity provider/\(realm.uuidString.lowercased())/pretend")
        try await database.write { transaction in
            try transaction.execute("INSERT INTO realms (id, path, settings) VALUES (?1, '/', '{}')", realm)
            try transaction.execute(
                "INSERT INTO journeys (realm, name, definition, revision) VALUES (?1, 'Login', '{\"a\":1}', 7)", realm)
            try transaction.execute(
                "INSERT INTO policy_sets (realm, name, definition, revision) VALUES (?1, 'bank', '{\"name\":\"bank\",\"policies\":{}}', 2)",
                realm)
            try transaction.execute(
                """
                INSERT INTO email_templates (realm, name, body, revision)
                VALUES (?1, 'welcome', '{"from":"a@b.example","subject":{"en":"Hi"},"message":{"en":"Hi"}}', 3)
                """, realm)
            try transaction.execute(
                """
                INSERT INTO identity_providers (realm, name, definition, secret)
                VALUES (?1, 'pretend', '{"name":"pretend","kind":"google","clientId":"c","redirectURI":"https://a.example/"}', ?2)
                """, realm, secret)
        }
        try await Migrator(Schema.migrations).migrate(database)
        let domain = Services(
            database: database, sealer: sealer, hasher: PasswordHasher(random: random), time: ManualTime(), random: random)
        let journey = try #require(try await domain.signIn.journeys.entry("Login", in: realm))
        #expect(journey.definition == ["a": 1] && journey.revision == 7)
        #expect(try await domain.signIn.policies.set("bank", in: realm)?.policies.isEmpty == true)
        #expect(try await domain.messaging.templates.template("welcome", in: realm) != nil)
        #expect(try await domain.session.providers.provider("pretend", in: realm)?.secret == Secret("s3cret"))
        await domain.directory.hasher.close()
        try await database.close()
    }

    @Test("what a realm's audit log has of persons stays as it was set", arguments: AuditPersonalFields.allCases)
    func personalFields(_ fields: AuditPersonalFields) async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Array(Schema.migrations.prefix(39)))
        var settings = RealmSettings()
        settings[EnvironmentSettings.self].auditPersonalFields = fields
        settings[JourneySettings.self].successURL = #"/?"auditPersonalFields":"omitted""#
        let text = String(decoding: try JSONEncoder().encode(settings, configuration: Schema.settings), as: UTF8.self)
        try await database.write { try $0.execute("INSERT INTO realms (id, path, settings) VALUES (?1, '/', ?2)", UUID(), text) }
        try await Migrator(Schema.migrations).migrate(database)
        let row = try await database.read { try $0.row("SELECT audit_personal_fields FROM realms WHERE path = '/'") }
        #expect(try row?.text("audit_personal_fields") == fields.rawValue)
        try await database.close()
    }
}
