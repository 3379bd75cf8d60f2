package import Primitives
package import Store

extension AuditLog {
    /// The last events, oldest first, at most `limit`, as objects for people to read: `sealed` says whether an event has its place in the
    /// chain, which is its `sequence`. Those that have none come last.
    package func latest(_ limit: Int, of database: any Database) async throws -> [JSONObject] {
        try await database.read { transaction in
            let waiting = try transaction.rows(
                """
                SELECT time, realm, kind, outcome, user_id, client_id, session, reason, details, personal
                FROM audit_waiting ORDER BY id DESC LIMIT ?1
                """, limit
            ).map { try AuditRecord(row: $0).object.shown(as: nil) }
            let sealed = try transaction.rows(
                """
                SELECT seq, time, realm, kind, outcome, user_id, client_id, session, reason, details, personal, personal_digest
                FROM audit_event ORDER BY seq DESC LIMIT ?1
                """, limit - waiting.count
            ).map { row in
                let sealed = try SealedRecord(row: row)
                return sealed.record.object.shown(as: sealed.sequence)
            }
            return (waiting + sealed).reversed()
        }
    }
}

extension AuditLog {
    /// Seals the events that wait, and gives those before one, the latest first.
    package func sealed(before sequence: Int64, limit: Int, of database: any Database) async throws -> [JSONObject] {
        try await Self.seal(database)
        return try await database.read { transaction in
            try transaction.rows(
                """
                SELECT seq, time, realm, kind, outcome, user_id, client_id, session, reason, details, personal, personal_digest
                FROM audit_event WHERE seq < ?1 ORDER BY seq DESC LIMIT ?2
                """, sequence, limit
            ).map { row in
                let sealed = try SealedRecord(row: row)
                return sealed.record.object.shown(as: sealed.sequence)
            }
        }
    }
}

extension JSONObject {
    /// An event for people, who have no use for the salt.
    func shown(as sequence: Int64?) -> JSONObject {
        var shown: JSONObject = ["sequence": sequence.map(JSONValue.integer) ?? .null, "sealed": .bool(sequence != nil)]
        for member in members { shown[member.name] = member.value }
        if var personal = shown["personal"]?.object {
            personal[AuditRecord.saltName] = nil
            shown["personal"] = .object(personal)
        }
        return shown
    }
}
