package import Foundation
import Primitives
import ResourceMessages
package import Store

/// Removes users, devices, applications and realms with all that is kept of them, by what the features declare.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class Erasure: Sendable {
    private let statements: Statements
    private let realms: (any AuditRealms.Type)?
    private let names: [@Sendable (Feature.ErasedUser) throws -> [String]]
    private let leaves: [@Sendable (Feature.ErasedUser, Erasure) throws -> Void]
    private let releases: [@Sendable (Feature.ErasedApplication) throws -> Void]

    /// Erasure by the tables, names, leaves and releases of all features.
    package init(_ features: [Feature]) {
        statements = Statements(features.flatMap(\.tables).sorted { $0.phase < $1.phase }, features.flatMap(\.searches))
        realms = features.lazy.compactMap(\.realms).first
        names = features.compactMap(\.names)
        leaves = features.compactMap(\.leave)
        releases = features.compactMap(\.release)
    }

    /// The pattern that finds a text within others: every engine has its own escape unless a statement names one.
    static func pattern(of text: String) -> String { text.escaping(["!": "!!", "%": "!%", "_": "!_"]) }

    /// Removes a user.
    ///
    /// - Returns: how many users were removed, none or one.
    package func erase(user: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        try hold(statements.owner.user, realm, user.text, transaction)
        let erased = Feature.ErasedUser(id: user, realm: realm, transaction: transaction)
        let names = try names.flatMap { try $0(erased) }
        let spellings = Set(names + names.map { $0.lowercased() })
        let path = try realms?.path(of: realm, in: transaction) ?? realm.text
        try AuditLog.forgetPersonalFields(of: user, named: spellings, realm: path, in: transaction)
        for leave in leaves { try leave(erased, self) }
        for statement in statements.named {
            for name in spellings.union([user.text]) { try transaction.execute(statement, realm, name, Self.pattern(of: name)) }
        }
        return try run(statements.user, realm, user.text, transaction)
    }

    /// Removes a device, and of an installation that no user has any more all that is kept.
    package func erase(device: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try hold(statements.owner.device, realm, device.text, transaction)
        _ = try run(statements.device, realm, device.text, transaction)
    }

    /// Removes all that is kept of an installation that is no user's device any more.
    package func erase(installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try hold(statements.owner.installation, realm, installation, transaction)
        _ = try run(statements.installation, realm, installation, transaction)
    }

    /// Removes an application with its installations and all that was issued to it.
    ///
    /// - Returns: how many applications were removed, none or one.
    package func erase(application: String, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        try hold(statements.owner.application, realm, application, transaction)
        let erased = Feature.ErasedApplication(id: application, realm: realm, transaction: transaction)
        for release in releases { try release(erased) }
        return try run(statements.application, realm, application, transaction)
    }

    /// Removes a realm with all that is kept in it. Of its audit log the events stay, without what tells of persons.
    package func erase(realm: UUID, in transaction: any WriteTransaction) throws {
        // Events name a realm by its path, but for one that was gone already when they were written.
        let path = try realms?.path(of: realm, in: transaction)
        for name in Set([path, realm.text].compactMap(\.self)) { try AuditLog.forgetPersonalFields(ofRealm: name, in: transaction) }
        // Owners first: who writes for one keeps it, and has written all of it when it can be removed.
        for (table, column) in statements.realm.reversed() {
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

    /// Waits for those who write for an owner, and keeps others from doing so: what they have written is seen by the statements that remove.
    private func hold(_ owners: [SQL], _ realm: UUID, _ id: String, _ transaction: any WriteTransaction) throws {
        for owner in owners { _ = try transaction.row(owner, realm, id, keeping: .removed) }
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
        /// Those that are executed for each name of a user; `?2` is the name, `?3` its ``Erasure/pattern(of:)``.
        let named: [SQL]
        /// Those that find the owners themselves; `?1` is the realm, `?2` the id that goes.
        let owner: (user: [SQL], device: [SQL], installation: [SQL], application: [SQL])
        /// The tables that have rows of realms, and the column that names the realm.
        let realm: [(table: SQL, column: SQL)]

        init(_ rules: [TableRule], _ searches: [OwnerSearch]) {
            let searches = Dictionary(searches.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
            user = Self.deletions(rules) { Self.ofUser($0, searches) }
            device = Self.deletions(rules) { Self.ofDevice($0, searches) }
            installation = Self.deletions(rules) { if case .installation = $0 { "= ?2" } else { nil } }
            application = Self.deletions(rules) { Self.ofApplication($0, searches) }
            named = rules.flatMap { rule in
                rule.owners.compactMap { owner -> SQL? in
                    guard case .name(let column) = owner else { return nil }
                    return .joined([
                        "DELETE FROM", rule.table, "WHERE realm = ?1 AND (", column, "= ?2 OR", column, "LIKE '% ' || ?3 ESCAPE '!' OR",
                        column,
                        "LIKE 'user ' || ?3 || ' %' ESCAPE '!')",
                    ])
                }
            }
            owner = (
                user: Self.subjects(rules) { if case .user = $0 { true } else { false } },
                device: Self.subjects(rules) { if case .device = $0 { true } else { false } },
                installation: Self.subjects(rules) { if case .installation = $0 { true } else { false } },
                application: Self.subjects(rules) { if case .application = $0 { true } else { false } }
            )
            realm = rules.compactMap { rule in rule.realm.map { (rule.table, $0) } }
        }

        /// Finds an owner in the table that has it by its own id.
        private static func subjects(_ rules: [TableRule], _ isOfKind: (TableRule.Owner) -> Bool) -> [SQL] {
            rules.filter { $0.owners.contains { isOfKind($0) && $0.column == "id" } }.map {
                .joined(["SELECT 1 AS found FROM", $0.table, "WHERE realm = ?1 AND id = ?2"])
            }
        }

        private static func ofUser(_ owner: TableRule.Owner, _ searches: [OwnerSearch.Kind: OwnerSearch]) -> SQL? {
            if case .user = owner { "= ?2" } else { found(owner.kind.flatMap { searches[$0]?.ofUser }) }
        }

        private static func ofDevice(_ owner: TableRule.Owner, _ searches: [OwnerSearch.Kind: OwnerSearch]) -> SQL? {
            if case .device = owner { "= ?2" } else { found(owner.kind.flatMap { searches[$0]?.ofDevice }) }
        }

        private static func ofApplication(_ owner: TableRule.Owner, _ searches: [OwnerSearch.Kind: OwnerSearch]) -> SQL? {
            if case .application = owner { "= ?2" } else { found(owner.kind.flatMap { searches[$0]?.ofApplication }) }
        }

        /// The condition that a column is among what a query finds.
        private static func found(_ query: SQL?) -> SQL? { query.map { .joined(["IN (", $0, ")"]) } }

        private static func deletions(_ rules: [TableRule], _ condition: (TableRule.Owner) -> SQL?) -> [SQL] {
            rules.flatMap { rule in
                rule.owners.compactMap { owner in
                    condition(owner).map { .joined(["DELETE FROM", rule.table, "WHERE realm = ?1 AND", owner.column, $0]) }
                }
            }
        }
    }
}
