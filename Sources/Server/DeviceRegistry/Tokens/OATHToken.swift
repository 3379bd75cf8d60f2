package import Foundation
package import OneTimePassword
import Primitives
import Store
import DevicePolicies
package import Foundations

/// A token of hardware that shows one-time passwords (RFC 4226, RFC 6238). It belongs to a realm, and is paired with a user by its serial
/// number as a device of the type `OATH_TOKEN` (`docs/protocols/platform.md` 2.3).
package struct OATHToken: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm.
    package var id: UUID
    /// The serial number, unique in the realm.
    package var serial: String
    /// The hash of the codes; SHA-1 by default.
    package var algorithm = HashAlgorithm.sha1
    /// The number of digits of a code; 6 by default.
    package var digits = 6
    /// The time step in seconds; nil for a token that counts.
    package var period: Int?
    /// The counter of the first code of a new token that counts.
    package var counter: Int64 = 0
    /// The time of creation.
    package var created: Date

    package init(id: UUID, serial: String, created: Date) {
        self.id = id
        self.serial = serial
        self.created = created
    }
}

extension OATHToken {
    /// The table `oath_tokens`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(33, "hardware tokens", tables)],
        tables: [
            .free(
                "oath_tokens", filled: .byAdministration,
                because: "hardware of the realm; the device that pairs one with a user goes with the user")
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE oath_tokens (
            realm TEXT NOT NULL, id TEXT NOT NULL, serial TEXT NOT NULL, algorithm TEXT NOT NULL, digits BIGINT NOT NULL, period BIGINT,
            resync_step BIGINT, resync_until BIGINT, created BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE UNIQUE INDEX oath_tokens_serial ON oath_tokens (realm, serial)",
        "CREATE INDEX devices_contact ON devices (realm, kind, contact)",
    ]

    /// The subject of the token's seed. The seed stays with the token when its user goes, so that no code of before is good again.
    var subject: String { "token/\(id.text)" }

    init(_ row: Row) throws {
        id = try row.uuid("id")
        serial = try row.text("serial")
        algorithm = HashAlgorithm(rawValue: try row.text("algorithm")) ?? .sha1
        digits = Int(try row.int("digits"))
        period = try row.optionalInt("period").map { Int($0) }
        created = try row.date("created")
    }

    /// The token of a serial number; nil when the realm has none.
    static func token(serial: String, realm: UUID, in transaction: any ReadTransaction) throws -> OATHToken? {
        try transaction.row("SELECT * FROM oath_tokens WHERE realm = ?1 AND serial = ?2", realm, serial, keeping: .changed).map(
            OATHToken.init)
    }

    /// The token that a device is; nil for other devices, authenticator apps that count among them.
    static func token(of device: UserDevice, in transaction: any ReadTransaction) throws -> OATHToken? {
        guard device.kind == .oathToken, let serial = device.contact else { return nil }
        return try token(serial: serial, realm: device.realm, in: transaction)
    }

    /// The device that a token is paired as; nil while no user has it.
    static func device(of serial: String, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> UserDevice? {
        let row = try transaction.row(
            "SELECT id FROM devices WHERE realm = ?1 AND kind = ?2 AND contact = ?3 AND status = 'ACTIVE'", realm,
            UserDevice.Kind.oathToken.rawValue, serial)
        return try row.flatMap { try Devices.device(try $0.uuid("id"), realm: realm, at: now, in: transaction) }
    }
}
