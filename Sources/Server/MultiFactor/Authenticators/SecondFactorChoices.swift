package import Foundation
import Primitives
package import Store
package import DeviceRegistry
package import Directory
import DevicePolicies
package import Foundations

/// Users who don't want a second factor of a kind, as far as a journey lets them choose (`docs/protocols/journey-nodes.md` 2.7, opting
/// out).
package enum SecondFactorChoices {
    /// The table `second_factor_choices`; rows go with their realm or user.
    package static let feature = Feature(
        history: [SchemaStep(19, "authenticators", place: 3, tables)],
        tables: [.owned("second_factor_choices", filled: .byOwners, by: .user("user_id"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE second_factor_choices (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, method TEXT NOT NULL, PRIMARY KEY (realm, user_id, method))
        """
    ]

    /// The methods that can be opted out of.
    package enum Method: String, Sendable, CaseIterable {
        case oath, push

        /// The kinds of devices that belong to the method.
        package var devices: Set<UserDevice.Kind> { self == .oath ? .oneTimePasswords : [.authenticator] }
    }

    /// Takes down that a user doesn't want a method; again without effect.
    package static func optOut(of method: Method, _ user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "INSERT INTO second_factor_choices (realm, user_id, method) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING", realm, user,
            method.rawValue)
    }

    /// Takes the choice back.
    package static func optIn(to method: Method, _ user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM second_factor_choices WHERE realm = ?1 AND user_id = ?2 AND method = ?3", realm, user, method.rawValue)
    }

    static func hasOptedOut(
        of method: Method, _ user: UUID, realm: UUID, in transaction: any ReadTransaction
    ) throws -> Bool {
        try transaction.row(
            "SELECT 1 AS found FROM second_factor_choices WHERE realm = ?1 AND user_id = ?2 AND method = ?3", realm, user, method.rawValue)
            != nil
    }
}

extension Authenticators {
    /// Whether a user has opted out of a factor.
    package func hasOptedOut(of method: SecondFactorChoices.Method, _ user: UUID, in realm: Realm) async throws -> Bool {
        try await database.read { try SecondFactorChoices.hasOptedOut(of: method, user, realm: realm.id, in: $0) }
    }

    /// Writes down whether a user does without a factor.
    package func setOptedOut(_ isOut: Bool, of method: SecondFactorChoices.Method, _ user: UUID, in realm: Realm) async throws {
        try await database.write { transaction in
            if isOut {
                try SecondFactorChoices.optOut(of: method, user, realm: realm.id, in: transaction)
            } else {
                try SecondFactorChoices.optIn(to: method, user, realm: realm.id, in: transaction)
            }
        }
    }

    /// Takes all of a user's accounts of a kind away, and their having opted out of it.
    package func reset(_ method: SecondFactorChoices.Method, of user: UUID, in realm: Realm) async throws {
        for device in try await devices(of: user, method.devices, in: realm) {
            try await devices.remove(device.id, of: user, in: realm, reason: "reset")
        }
        try await database.write { try SecondFactorChoices.optIn(to: method, user, realm: realm.id, in: $0) }
    }
}
