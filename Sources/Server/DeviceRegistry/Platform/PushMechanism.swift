package import AuthenticatorMessages
import DeviceMessages
package import Foundation
package import Primitives
package import Store
package import Foundations

/// The means by which a push account of an authenticator app is reached, and proves itself.
package struct PushMechanism: Sendable {
    /// The table `push_mechanisms`; rows go with their realm or device.
    package static let feature = Feature(
        history: [SchemaStep(19, "authenticators", tables)],
        tables: [.owned("push_mechanisms", filled: .byOwners, by: .device("device"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE push_mechanisms (
            realm TEXT NOT NULL, device TEXT NOT NULL, mechanism TEXT NOT NULL, secret BLOB NOT NULL, carrier TEXT NOT NULL,
            token TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (realm, device))
        """,
        "CREATE UNIQUE INDEX push_mechanisms_mechanism ON push_mechanisms (realm, mechanism)",
    ]

    /// The id of the device.
    package let device: UUID
    /// The id that the app gave it.
    package let id: String
    package let secret: Secret
    /// The address of the app, with the service that carries pushes to it.
    package var address: PushDevice

    package init(device: UUID, id: String, secret: Secret, address: PushDevice) {
        self.device = device
        self.id = id
        self.secret = secret
        self.address = address
    }

    /// Its name as a recipient of pushes. No installation's id looks like it.
    package var recipient: String { Self.recipient(id) }
    /// The name of a mechanism as a recipient of pushes.
    package static func recipient(_ id: String) -> String { "mechanism:\(id)" }

    /// The address to which its pushes go.
    var pushAddress: PushAddress? {
        switch address.carrier {
        case .builtIn: .builtIn
        case .apns: address.token.isEmpty ? nil : .apns(token: address.token.lowercased(), isSandbox: false)
        case .gcm: address.token.isEmpty ? nil : .fcm(token: address.token)
        }
    }

    /// Stores a new mechanism with its sealed secret.
    package static func insert(
        _ mechanism: PushMechanism, sealed: [UInt8], realm: UUID, in transaction: any WriteTransaction
    ) throws -> Bool {
        let address = mechanism.address
        return try transaction.execute(
            """
            INSERT INTO push_mechanisms (realm, device, mechanism, secret, carrier, token, type, name)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING
            """, realm, mechanism.device, mechanism.id, sealed, address.carrier.rawValue, address.token, address.type, address.name) == 1
    }

    /// Stores another address for a mechanism.
    package static func update(_ address: PushDevice, of id: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE push_mechanisms SET carrier = ?3, token = ?4, type = ?5, name = ?6 WHERE realm = ?1 AND mechanism = ?2", realm, id,
            address.carrier.rawValue, address.token, address.type, address.name)
    }

    /// Removes the mechanism of a device.
    package static func remove(_ device: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM push_mechanisms WHERE realm = ?1 AND device = ?2", realm, device)
    }

    /// The context that the secret is sealed in.
    package static func context(_ realm: UUID, _ id: String) -> String { "push-mechanism/\(realm.text)/\(id)" }
}

extension PushMechanism {
    /// A mechanism by the id that its app gave it; nil when there is none.
    package static func find(
        _ id: String, realm: UUID, _ sealer: Sealer, in transaction: any ReadTransaction
    ) throws -> PushMechanism? {
        let row = try transaction.row("SELECT * FROM push_mechanisms WHERE realm = ?1 AND mechanism = ?2", realm, id, keeping: .changed)
        return try row.map { try PushMechanism($0, sealer) }
    }

    /// The mechanism of a device; nil when there is none.
    package static func find(
        of device: UUID, realm: UUID, _ sealer: Sealer, in transaction: any ReadTransaction
    ) throws -> PushMechanism? {
        let row = try transaction.row("SELECT * FROM push_mechanisms WHERE realm = ?1 AND device = ?2", realm, device, keeping: .changed)
        return try row.map { try PushMechanism($0, sealer) }
    }

    private init(_ row: Row, _ sealer: Sealer) throws {
        device = try row.uuid("device")
        id = try row.text("mechanism")
        secret = try sealer.open(try row.blob("secret"), context: Self.context(try row.uuid("realm"), id))
        address = PushDevice(
            token: try row.text("token"), name: try row.text("name"), type: try row.text("type"),
            carrier: PushDevice.Carrier(rawValue: try row.text("carrier")) ?? .builtIn)
    }
}
