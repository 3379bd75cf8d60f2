import Foundation
import Store
import Testing
@testable import Services
@testable import Foundations

@Suite("Whoever is removed leaves nothing")
struct ErasureTests {
    // MARK: - Declarations

    @Test("each table of the schema says whose its rows are, or why they are nobody's")
    func declared() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
        let tables = try await database.read { transaction in
            try transaction.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map {
                try $0.text("name")
            }
        }
        let declared = Crowd.rules.map(\.table.text)
        #expect(declared.count == Set(declared).count)
        #expect(Set(declared) == Set(tables))
        #expect(Crowd.rules.allSatisfy { $0.owners.isEmpty == ($0.reason != nil) })
    }

    /// How columns are named that tell whose a row is.
    private static let telling = ["user_id": "user", "device": "device", "installation": "installation", "application": "application"]

    /// Columns of such a name that need no owner of their own: the rows go with somebody else.
    private static let exceptions: Set = [
        // Its rows go with their user; a device that goes alone is no more than an id in them.
        "authentication_codes.device", "authentication_codes.installation", "challenges.device", "challenges.installation",
        // Keys and attempts go with their user; a new installation that never was paired is no more than an id.
        "pairing_keys.installation", "pairing_attempts.installation",
        // Trust in an installation goes with its user and its device, and a registration with its user.
        "pingid_trust.installation", "pingid_registrations.installation", "pingid_authentications.device",
        // The pairing itself.
        "devices.installation",
        // The older product's id of a device, what an app calls itself, what a phone tells of itself.
        "migration_keys.device", "bound_keys.application", "installations.device",
        "audit_event.user_id", "audit_waiting.user_id",
        // Wallets empties the row itself (Feature.leave), since the id stays taken (PrivacyTests).
        "wallet_instances.user_id",
    ]

    @Test("a column that names somebody makes an owner, unless it is an exception")
    func columns() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
        for rule in Crowd.rules {
            let columns = try await database.columns(of: rule.table).map(\.name)
            let owned = Set(rule.owners.map(\.column.text))
            #expect(owned.isSubset(of: columns), "\(rule.table) has not all of \(owned)")
            for column in columns where Self.telling[column] != nil && !Self.exceptions.contains("\(rule.table).\(column)") {
                #expect(owned.contains(column), "\(rule.table).\(column)")
            }
        }
    }

    @Test("each kind of owner that rules name has queries of the module that keeps it, once")
    func searches() {
        let declared = Schema.features.flatMap(\.searches).map(\.kind)
        #expect(declared.count == Set(declared).count)
        #expect(Set(declared) == Set(Crowd.rules.flatMap(\.owners).compactMap(\.kind)))
    }

    // MARK: - Removals

    @Test("a user: all rows by whatever column, and nobody else's; not a byte is left in the files")
    func user() async throws {
        try await withCrowd { crowd in
            try await crowd.database.write { transaction in
                let gone = try crowd.erasure.erase(user: crowd.victim.user, realm: crowd.realm, in: transaction)
                #expect(gone == 1)
            }
            try await crowd.expectGone { owner in
                if case .application = owner { false } else { true }
            }
            try await crowd.expectNoBytes(of: crowd.victim, but: crowd.bystander)
        }
    }

    @Test("a device, with its installation when that is nobody's any more; no byte of that is left in the files")
    func device() async throws {
        try await withCrowd { crowd in
            try await crowd.database.write { try crowd.erasure.erase(device: crowd.victim.device, realm: crowd.realm, in: $0) }
            try await crowd.expectGone { owner in
                switch owner {
                case .device, .installation: true
                default: false
                }
            }
            try await crowd.expectNoBytes(of: [crowd.victim.installation], but: [crowd.bystander.installation])
        }
    }

    @Test("an installation stays as long as it is somebody's")
    func shared() async throws {
        try await withCrowd { crowd in
            try await crowd.share()
            try await crowd.database.write { transaction in
                _ = try crowd.erasure.erase(user: crowd.victim.user, realm: crowd.realm, in: transaction)
            }
            let left = try await crowd.database.read {
                try $0.rows("SELECT id FROM installations WHERE id = ?1", crowd.victim.installation)
            }
            #expect(!left.isEmpty)
        }
    }

    @Test("an application, with its devices and all that was issued to it; not a byte of its name is left in the files")
    func application() async throws {
        try await withCrowd { crowd in
            try await crowd.database.write { transaction in
                let gone = try crowd.erasure.erase(application: crowd.victim.application, realm: crowd.realm, in: transaction)
                #expect(gone == 1)
            }
            try await crowd.expectGone { owner in
                switch owner {
                case .device, .installation, .authentication, .application: true
                case .user, .name: false
                }
            }
            try await crowd.expectNoBytes(
                of: [crowd.victim.application, crowd.victim.installation], but: [crowd.bystander.application, crowd.bystander.installation])
        }
    }

    @Test("a realm: all its rows, none of another's, and no byte of a user's is left in the files")
    func realm() async throws {
        try await withCrowd { crowd in
            let other = try await Crowd(beside: crowd)
            try await crowd.database.write { try crowd.erasure.erase(realm: crowd.realm, in: $0) }
            for rule in Crowd.rules {
                let columns = try await crowd.database.columns(of: rule.table).map(\.name)
                #expect(rule.realm != nil || !columns.contains("realm") || Self.remembering.contains(rule.table.text), "\(rule.table)")
                guard let realm = rule.realm else { continue }
                #expect(try await crowd.count(rule.table, realm, crowd.realm) == 0, "\(rule.table)")
                #expect(try await crowd.count(rule.table, realm, other.realm) > 0, "\(rule.table)")
            }
            for person in [crowd.victim, crowd.bystander] { try await crowd.expectNoBytes(of: person, but: other.victim) }
        }
    }

    /// The tables that name realms and stay when one goes.
    private static let remembering: Set = ["audit_event", "audit_waiting", "audit_pruned"]

    private func withCrowd(_ body: (Crowd) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let crowd = try await Crowd(at: directory.path + "/gatehouse.db")
        try await body(crowd)
        try await crowd.database.close()
    }
}
