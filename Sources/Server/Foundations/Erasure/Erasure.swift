package import Foundation
import Primitives
package import Store

/// Removes users, devices, applications and realms with all that is kept of them, by what the features declare.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class Erasure: Sendable {
    private let statements: Statements
    private let names: [@Sendable (Feature.ErasedUser) throws -> [String]]
    private let releases: [@Sendable (Feature.ErasedApplication) throws -> Void]

    /// Erasure by the tables, names and releases of all features.
    package init(_ features: [Feature]) {
        statements = Statements(features.flatMap(\.tables).sorted { $0.turn < $1.turn })
        names = features.compactMap(\.names)
        releases = features.compactMap(\.release)
    }

    /// Removes a user.
    ///
    /// - Returns: how many users were removed, none or one.
    package func erase(user: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        let erased = Feature.ErasedUser(id: user, realm: realm, transaction: transaction)
        let names = try names.flatMap { try $0(erased) }
        let spellings = Set(names + names.map { $0.lowercased() })
        try AuditLog.forgetPersonalFields(of: user, named: spellings, realm: realm, in: transaction)
        for statement in statements.named {
            for name in spellings.union([user.text]) { try transaction.execute(statement, realm, name) }
        }
        return try run(statements.user, realm, user.text, transaction)
    }

    /// Removes a device, and of an installation that no user has any more all that is kept.
    package func erase(device: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        _ = try run(statements.device, realm, device.text, transaction)
    }

    /// Removes all that is kept of an installation that is no user's device any more.
    package func erase(installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        _ = try run(statements.installation, realm, installation, transaction)
    }

    /// Removes an application with its installations and all that was issued to it.
    ///
    /// - Returns: how many applications were removed, none or one.
    package func erase(application: String, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        let erased = Feature.ErasedApplication(id: application, realm: realm, transaction: transaction)
        for release in releases { try release(erased) }
        return try run(statements.application, realm, application, transaction)
    }

    /// Removes a realm with all that is kept in it. Of its audit log the events stay, without what tells of persons.
    package func erase(realm: UUID, in transaction: any WriteTransaction) throws {
        try AuditLog.forgetPersonalFields(ofRealm: realm, in: transaction)
        for (table, column) in statements.realm {
            try transaction.execute(.joined(["DELETE FROM", table, "WHERE", column, "= ?1"]), realm)
        }
        try transaction.scrub()
    }

    /// Counts what the removal of a realm removes: tables and rows, without tables that have none of it.
    package func rows(ofRealm realm: UUID, in transaction: any ReadTransaction) throws -> [(table: String, rows: Int64)] {
        try statements.realm.compactMap { table, column in
            let count = try transaction.row(.joined(["SELECT COUNT(*) AS count FROM", table, "WHERE", column, "= ?1"]), realm)?.int("count")
            return count.flatMap { $0 > 0 ? (table.text, $0) : nil }
        }
    }

    private func run(_ statements: [SQL], _ realm: UUID, _ id: String, _ transaction: any WriteTransaction) throws -> Int {
        var last = 0
        for statement in statements { last = try transaction.execute(statement, realm, id) }
        try transaction.scrub()
        return last
    }
}

extension Erasure {
    /// The statements that are executed for each kind of removal; `?1` is the realm, `?2` the id that goes.
    private struct Statements {
        let user: [SQL]
        let device: [SQL]
        let installation: [SQL]
        let application: [SQL]
        /// Those that are executed for each name of a user; `?2` is the name.
        let named: [SQL]
        /// The tables that have rows of realms, and the column that names the realm.
        let realm: [(table: SQL, column: SQL)]

        init(_ rules: [TableRule]) {
            user = Self.deletions(rules, Self.ofUser)
            device = Self.deletions(rules, Self.ofDevice)
            installation = Self.deletions(rules, Self.ofInstallation)
            application = Self.deletions(rules, Self.ofApplication)
            named = rules.flatMap { rule in
                rule.owners.compactMap { owner -> SQL? in
                    guard case .name(let column) = owner else { return nil }
                    return .joined([
                        "DELETE FROM", rule.table, "WHERE realm = ?1 AND (", column, "= ?2 OR", column, "LIKE '% ' || ?2 OR", column,
                        "LIKE 'user ' || ?2 || ' %')",
                    ])
                }
            }
            realm = rules.compactMap { rule in rule.realm.map { (rule.table, $0) } }
        }

        private static func ofUser(_ owner: TableRule.Owner) -> SQL? {
            switch owner {
            case .user: "= ?2"
            case .device: "IN (SELECT id FROM devices WHERE realm = ?1 AND user_id = ?2)"
            case .installation:
                """
                IN (SELECT i.installation FROM (
                        SELECT installation FROM devices WHERE realm = ?1 AND user_id = ?2
                        UNION SELECT installation FROM pairing_attempts WHERE realm = ?1 AND user_id = ?2) i
                    WHERE NOT EXISTS (
                        SELECT 1 FROM devices o WHERE o.realm = ?1 AND o.installation = i.installation AND o.user_id <> ?2))
                """
            case .authentication: "IN (SELECT id FROM device_authentications WHERE realm = ?1 AND user_id = ?2)"
            case .application, .name: nil
            }
        }

        private static func ofDevice(_ owner: TableRule.Owner) -> SQL? {
            switch owner {
            case .device: "= ?2"
            case .installation:
                """
                IN (SELECT d.installation FROM devices d
                    WHERE d.realm = ?1 AND d.id = ?2 AND NOT EXISTS (
                        SELECT 1 FROM devices o WHERE o.realm = ?1 AND o.installation = d.installation AND o.id <> ?2))
                """
            case .user, .authentication, .application, .name: nil
            }
        }

        private static func ofInstallation(_ owner: TableRule.Owner) -> SQL? {
            if case .installation = owner { "= ?2" } else { nil }
        }

        private static func ofApplication(_ owner: TableRule.Owner) -> SQL? {
            switch owner {
            case .application: "= ?2"
            case .device: "IN (SELECT id FROM devices WHERE realm = ?1 AND application = ?2)"
            case .installation:
                """
                IN (SELECT installation FROM devices WHERE realm = ?1 AND application = ?2 AND installation IS NOT NULL
                    UNION SELECT installation FROM pairing_attempts WHERE realm = ?1 AND application = ?2)
                """
            case .authentication: "IN (SELECT id FROM device_authentications WHERE realm = ?1 AND application = ?2)"
            case .user, .name: nil
            }
        }

        private static func deletions(_ rules: [TableRule], _ condition: (TableRule.Owner) -> SQL?) -> [SQL] {
            rules.flatMap { rule in
                rule.owners.compactMap { owner in
                    condition(owner).map { .joined(["DELETE FROM", rule.table, "WHERE realm = ?1 AND", owner.column, $0]) }
                }
            }
        }
    }
}
