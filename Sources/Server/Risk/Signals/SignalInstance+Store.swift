import Foundation
import Primitives
import RiskSignals
import Store

extension SignalInstance {
    init(_ row: Row) throws {
        realm = try row.uuid("realm")
        id = try row.text("id")
        issuer = try row.text("issuer")
        application = try row.optionalText("application")
        sealingThumbprint = try row.text("sealing_thumbprint")
        token = try row.blob("token")
        tokenExpires = try row.date("token_expires")
        window = SequenceWindow(
            greatest: try row.optionalInt("greatest").flatMap { Int(exactly: $0) }, taken: UInt64(bitPattern: try row.int("taken")))
        slot = try row.int("slot")
        slotEvents = Int(try row.int("slot_events"))
        user = try row.optionalText("user_digest")
        session = try row.optionalText("session_digest")
        device = DeviceAttributes(stored: try JSONValue(parsing: try row.text("attributes"), limits: .own()))
        sums = SignalSums(stored: try JSONValue(parsing: try row.text("sums"), limits: .own()))
        accessed = try row.date("accessed")
        expires = try row.date("expires")
    }

    static func find(_ id: String, realm: UUID, in transaction: any ReadTransaction) throws -> SignalInstance? {
        try transaction.row("SELECT * FROM risk_instances WHERE realm = ?1 AND id = ?2", realm, id, keeping: .changed).map(
            SignalInstance.init)
    }

    /// The instance of a session, by the latest payload.
    static func find(session digest: String, realm: UUID, in transaction: any ReadTransaction) throws -> SignalInstance? {
        try transaction.row(
            "SELECT * FROM risk_instances WHERE realm = ?1 AND session_digest = ?2 ORDER BY accessed DESC, id LIMIT 1", realm, digest
        ).map(SignalInstance.init)
    }

    /// Takes a payload, once, and saves it; gives what it is then.
    /// - Throws: ``/RiskSignals/RiskError`` `.wrongKey`, `.replayed`, `.rateLimited`.
    @discardableResult
    func taking(
        _ opened: SignalEnvelope.Opened, at now: Date, lifetime: TimeInterval, in transaction: any WriteTransaction
    ) throws -> SignalInstance {
        var after = self
        try after.take(opened, at: now, lifetime: lifetime)
        try after.save(after: self, in: transaction)
        return after
    }

    /// Saves what a payload changed: no index, while session and end stay.
    private func save(after before: SignalInstance, in transaction: any WriteTransaction) throws {
        guard user == before.user, session == before.session, expires == before.expires else { return try save(in: transaction) }
        try transaction.execute(
            """
            UPDATE risk_instances SET greatest = ?3, taken = ?4, slot = ?5, slot_events = ?6, attributes = ?7, sums = ?8, accessed = ?9
            WHERE realm = ?1 AND id = ?2
            """, realm, id, window.greatest, Int64(bitPattern: window.taken), slot, slotEvents, device.json.text, sums.json.text, accessed)
    }

    func save(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO risk_instances (realm, id, issuer, application, token, token_expires, greatest, taken, slot, slot_events, user_digest,
                session_digest, attributes, sums, accessed, expires, sealing_thumbprint)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            ON CONFLICT (realm, id) DO UPDATE SET issuer = ?3, application = ?4, token = ?5, token_expires = ?6, greatest = ?7, taken = ?8,
                slot = ?9, slot_events = ?10, user_digest = ?11, session_digest = ?12, attributes = ?13, sums = ?14, accessed = ?15,
                expires = ?16, sealing_thumbprint = ?17
            """, realm, id, issuer, application, token, tokenExpires, window.greatest, Int64(bitPattern: window.taken), slot, slotEvents,
            user, session, device.json.text, sums.json.text, accessed, expires, sealingThumbprint)
    }
}

extension DeviceAttributes {
    /// Reads attributes as they were kept.
    init(stored json: JSONValue) {
        var values: [DeviceAttribute: String] = [:]
        for attribute in DeviceAttribute.allCases { values[attribute] = json[attribute.rawValue]?.string }
        self.init(values, identifier: json["id"]?.string)
    }
}
