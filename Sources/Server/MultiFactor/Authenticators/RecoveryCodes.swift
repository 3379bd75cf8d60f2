package import Foundation
package import Primitives
package import Store
package import DeviceRegistry
package import Foundations
package import Directory
import DevicePolicies

/// Codes that a user has written down for the day when a device is gone (`docs/protocols/journey-nodes.md` 2.7). Each counts once; only a
/// keyed hash of it is kept.
package enum RecoveryCodes {
    /// The table `recovery_codes`; rows go with their realm, user or device.
    package static let feature = Feature(
        history: [SchemaStep(19, "authenticators", place: 2, tables)],
        tables: [.owned("recovery_codes", filled: .byOwners, by: .user("user_id"), .device("device"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE recovery_codes (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, hash BLOB NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,
            created BIGINT NOT NULL, PRIMARY KEY (realm, user_id, hash))
        """,
        "CREATE INDEX recovery_codes_device ON recovery_codes (realm, device)",
    ]

    /// The number of codes, and the length of each: 50 bits.
    package static let (count, length) = (10, 10)
    /// The alphabet of codes, without letters and digits that are easily mistaken.
    static let alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

    static func remove(of device: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM recovery_codes WHERE realm = ?1 AND device = ?2", realm, device)
    }

    /// Returns the keyed hash by which a user's codes are kept.
    static func hashes(of user: UUID, _ sealer: Sealer) -> KeyedHash {
        KeyedHash("recovery codes of \(user.text)", sealer)
    }

    /// A code as it is hashed. Small letters are capital; spaces and hyphens are nothing.
    static func canonical(_ code: Secret) -> Secret {
        Secret(bytes: code.reveal().uppercased().utf8.filter { ![0x20, 0x2D].contains($0) })
    }
}

extension Authenticators {
    /// Makes the recovery codes of a device, in place of those that it had.
    package func makeRecoveryCodes(for device: UserDevice, in transaction: any WriteTransaction) throws -> [Secret] {
        let codes = newRecoveryCodes()
        try setRecoveryCodes(codes, of: device, in: transaction)
        return codes
    }

    /// Counts the recovery codes that a user hasn't used.
    package func countRecoveryCodes(of user: UUID, in realm: UUID) async throws -> Int {
        try await database.read { transaction in
            let row = try transaction.row(
                "SELECT COUNT(*) AS count FROM recovery_codes WHERE realm = ?1 AND user_id = ?2", realm, user)
            return Int(try row?.int("count") ?? 0)
        }
    }

    /// Codes for a device that is still to be made.
    package func newRecoveryCodes() -> [Secret] {
        (0..<RecoveryCodes.count).map { _ in Secret(bytes: random.characters(RecoveryCodes.length, of: RecoveryCodes.alphabet)) }
    }

    /// Gives a device recovery codes in place of those that it had.
    package func setRecoveryCodes(_ codes: [Secret], of device: UserDevice, in transaction: any WriteTransaction) throws {
        try RecoveryCodes.remove(of: device.id, realm: device.realm, in: transaction)
        let hashes = RecoveryCodes.hashes(of: device.user, sealer)
        for code in codes {
            try transaction.execute(
                "INSERT INTO recovery_codes (realm, user_id, hash, device, kind, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", device.realm,
                device.user, hashes.hash(RecoveryCodes.canonical(code)), device.id, device.kind.rawValue, time.now)
        }
    }

    /// Uses a recovery code up, of any of the user's devices of some kinds. Guesses are counted, and lock the codes after too many.
    ///
    /// - Parameter spend: spends what this attempt may be made with only once; throws to refuse it.
    package func useRecoveryCode(
        _ code: Secret, of user: User, for kinds: Set<UserDevice.Kind>, in realm: Realm, from address: String,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> Bool {
        let attempt = Attempts.Attempt(factor: .recoveryCode, username: user.username, user: user.id, realm: realm, address: address)
        let verdict = try await attempts.make(attempt, success: .restores, spending: spend) { user in
            guard let user else { return false }
            let hashes = RecoveryCodes.hashes(of: user.id, sealer).hashes(RecoveryCodes.canonical(code))
            return try await database.write { transaction in
                guard let (hash, kind) = try Self.recoveryCode(hashes, of: user, in: transaction),
                    kinds.contains(where: { $0.rawValue == kind })
                else { return false }
                let used = try transaction.execute(
                    "DELETE FROM recovery_codes WHERE realm = ?1 AND user_id = ?2 AND hash = ?3", realm.id, user.id, hash)
                guard used == 1 else { return false }
                try audit.append(
                    .recoveryCodeUsed, ["type": .string(kind)], at: time.now, realm: realm.id, user: user.id, from: address, in: transaction
                )
                return true
            }
        }
        return verdict != .refused
    }

    /// Finds the one of some hashes that is kept, and the kind of device that it is for.
    private static func recoveryCode(
        _ hashes: [[UInt8]], of user: User, in transaction: any ReadTransaction
    ) throws -> (hash: [UInt8], kind: String)? {
        for hash in hashes {
            let row = try transaction.row(
                "SELECT kind FROM recovery_codes WHERE realm = ?1 AND user_id = ?2 AND hash = ?3", user.realm, user.id, hash)
            if let row { return (hash, try row.text("kind")) }
        }
        return nil
    }
}
