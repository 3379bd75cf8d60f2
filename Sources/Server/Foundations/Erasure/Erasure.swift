package import Foundation
import Primitives
package import Store

/// Removes users, devices and applications with all that is kept of them, by the rules of the tables.
package enum Erasure {
    /// Removes a user.
    ///
    /// - Parameter names: the user's names and addresses, by which some tables count.
    /// - Returns: how many users were removed, none or one.
    package static func erase(user: UUID, named names: Set<String>, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        try AuditLog.forgetPersonalFields(of: user, named: names, in: transaction)
        for statement in Statements.named {
            for name in names.union([user.text]) { try transaction.execute(statement, realm, name) }
        }
        return try run(Statements.user, realm, user.text, transaction)
    }

    /// Removes a device, and of an installation that no user has any more all that is kept.
    package static func erase(device: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        _ = try run(Statements.device, realm, device.text, transaction)
    }

    /// Removes an application with its installations and all that was issued to it.
    ///
    /// - Returns: how many applications were removed, none or one.
    package static func erase(application: String, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        try run(Statements.application, realm, application, transaction)
    }

    private static func run(_ statements: [SQL], _ realm: UUID, _ id: String, _ transaction: any WriteTransaction) throws -> Int {
        var last = 0
        for statement in statements { last = try transaction.execute(statement, realm, id) }
        transaction.scrub()
        return last
    }
}

extension Erasure {
    /// The statements that are executed for each kind of removal; `?1` is the realm, `?2` the id that goes.
    private enum Statements {
        static let user = statements { owner in
            switch owner {
            case .user: "= ?2"
            case .device: "IN (SELECT id FROM devices WHERE realm = ?1 AND user_id = ?2)"
            case .installation:
                """
                IN (SELECT installation FROM devices WHERE realm = ?1 AND user_id = ?2 AND installation IS NOT NULL
                    UNION SELECT installation FROM pairing_attempts WHERE realm = ?1 AND user_id = ?2
                    EXCEPT SELECT installation FROM devices WHERE realm = ?1 AND user_id <> ?2 AND installation IS NOT NULL)
                """
            case .authentication: "IN (SELECT id FROM device_authentications WHERE realm = ?1 AND user_id = ?2)"
            case .application, .name: nil
            }
        }

        static let device = statements { owner in
            switch owner {
            case .device: "= ?2"
            case .installation:
                """
                IN (SELECT installation FROM devices WHERE realm = ?1 AND id = ?2 AND installation IS NOT NULL
                    EXCEPT SELECT installation FROM devices WHERE realm = ?1 AND id <> ?2 AND installation IS NOT NULL)
                """
            case .user, .authentication, .application, .name: nil
            }
        }

        static let application = statements { owner in
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

        static let named = TableRule.all.flatMap { rule in
            rule.owners.compactMap { owner -> SQL? in
                guard case .name(let column) = owner else { return nil }
                return .joined([
                    "DELETE FROM", rule.table, "WHERE realm = ?1 AND (", column, "= ?2 OR", column, "LIKE '% ' || ?2 OR", column,
                    "LIKE 'user ' || ?2 || ' %')",
                ])
            }
        }

        private static func statements(_ condition: (TableRule.Owner) -> SQL?) -> [SQL] {
            TableRule.all.flatMap { rule in
                rule.owners.compactMap { owner in
                    condition(owner).map { .joined(["DELETE FROM", rule.table, "WHERE realm = ?1 AND", owner.column, $0]) }
                }
            }
        }
    }
}
