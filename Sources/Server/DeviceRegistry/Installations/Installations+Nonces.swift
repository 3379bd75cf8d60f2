package import DeviceMessages
import Foundation
import Primitives
import Store
package import Directory
import Foundations

extension Installations {
    /// The time that a nonce is good, in seconds.
    static let nonceLifetime: TimeInterval = 300

    /// The number that one installation gets in a minute.
    private static let mostNoncesInMinute = 60

    /// Makes a nonce for one purpose of an installation.
    /// - Throws: `.rateLimited` when it asks too often.
    package func nonce(for purpose: ServerNonce.Purpose, of installation: String, in realm: Realm) async throws -> ServerNonce {
        let nonce = ServerNonce(value: random.token(16), purpose: purpose, expires: time.now.addingTimeInterval(Self.nonceLifetime))
        try await database.write { [now = time.now] transaction in
            guard
                try Throttle.allow(
                    "device nonces", from: .installation(installation), realm: realm.id, limit: Self.mostNoncesInMinute, at: now,
                    in: transaction)
            else { throw DeviceError(.rateLimited, "the device asks for nonces too often") }
            _ = try transaction.execute(
                "INSERT INTO device_nonces (realm, id, installation, purpose, expires) VALUES (?1, ?2, ?3, ?4, ?5)", realm.id, nonce.value,
                installation, purpose.rawValue, nonce.expires)
        }
        return nonce
    }

    /// Spends a nonce in the transaction of what it is for.
    /// - Throws: `.replayed` when it isn't one of this installation for this purpose, or was used, or is too old.
    static func spend(
        _ nonce: String, for purpose: ServerNonce.Purpose, of installation: String, realm: UUID, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        guard try trySpend(nonce, for: purpose, of: installation, realm: realm, at: now, in: transaction) else {
            throw DeviceError(.replayed, "the nonce is unknown, used or expired; ask for another")
        }
    }

    /// The same, where a nonce that isn't good is no error; false for one.
    static func trySpend(
        _ nonce: String, for purpose: ServerNonce.Purpose, of installation: String, realm: UUID, at now: Date,
        in transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            "DELETE FROM device_nonces WHERE realm = ?1 AND id = ?2 AND installation = ?3 AND purpose = ?4 AND expires > ?5", realm, nonce,
            installation, purpose.rawValue, now) == 1
    }
}
