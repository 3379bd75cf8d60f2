package import Foundation
package import Foundations
import Primitives
import Store

/// The latest that a device has told of itself: an event, the app's JSON and the device's. It is what it says. The realm's risk service judges
/// the device's part with events of the user, and administrators are shown all of it.
package struct DeviceDataRecord: Sendable, Equatable {
    /// The table `orchestration_device_data`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 8, tables)],
        tables: [.owned("orchestration_device_data", filled: .byOwners, by: .user("user_id"), .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_device_data (
            realm TEXT NOT NULL, authenticator TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, event TEXT NOT NULL,
            application_data TEXT NOT NULL, device_data TEXT NOT NULL, received BIGINT NOT NULL, PRIMARY KEY (realm, authenticator))
        """
    ]

    /// The name of the event that the device told.
    package let event: String
    /// The JSON of the app.
    package let applicationData: String
    /// The JSON of the device.
    package let deviceData: String
    /// The time when the server received it.
    package let received: Date

    init(event: String, applicationData: String, deviceData: String, received: Date) {
        self.event = Self.storable(event)
        self.applicationData = Self.storable(applicationData)
        self.deviceData = Self.storable(deviceData)
        self.received = received
    }

    /// The text without NUL, which no column takes.
    private static func storable(_ text: String) -> String { text.replacing("\0", with: "") }

    func keep(of authenticator: AuthenticatorRecord, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO orchestration_device_data (realm, authenticator, application, user_id, event, application_data, device_data,
                received)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (realm, authenticator) DO UPDATE SET event = ?5, application_data = ?6, device_data = ?7, received = ?8
            """, authenticator.realm, authenticator.id, authenticator.application, authenticator.user, event, applicationData, deviceData,
            received)
    }
}

extension DeviceDataRecord {
    private init(_ row: Row) throws {
        self.init(
            event: try row.text("event"), applicationData: try row.text("application_data"), deviceData: try row.text("device_data"),
            received: try row.date("received"))
    }

    static func find(
        of authenticator: AuthenticatorRecord, in transaction: any ReadTransaction
    ) throws -> DeviceDataRecord? {
        try transaction.row(
            "SELECT * FROM orchestration_device_data WHERE realm = ?1 AND authenticator = ?2", authenticator.realm, authenticator.id
        ).map(DeviceDataRecord.init)
    }

    /// The latest of all devices of a user in an application, with the name of the authenticator.
    static func latest(
        of user: UUID, application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> (data: DeviceDataRecord, authenticator: String)? {
        let row = try transaction.row(
            """
            SELECT d.*, a.serial, a.sequence
            FROM orchestration_authenticators a JOIN orchestration_device_data d ON d.realm = a.realm AND d.authenticator = a.id
            WHERE a.realm = ?1 AND a.application = ?2 AND a.user_id = ?3 ORDER BY d.received DESC, a.id LIMIT 1
            """, realm, application, user)
        return try row.map { (try DeviceDataRecord($0), "\(try $0.text("serial"))-\(try $0.int("sequence"))") }
    }
}

extension Orchestrations {
    /// The latest that an authenticator's device has told of itself; nil when it never has.
    package func deviceData(of authenticator: AuthenticatorRecord) async throws -> DeviceDataRecord? {
        try await database.lookUp { try DeviceDataRecord.find(of: authenticator, in: $0) }
    }
}
