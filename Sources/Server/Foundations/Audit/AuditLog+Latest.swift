import Foundation
package import Primitives
package import Store

extension AuditLog {
    /// The last events, oldest first, at most `limit`, as objects for people to read.
    package func latest(_ limit: Int, of database: any Database) async throws -> [JSONObject] {
        try await database.read { transaction in
            try transaction.rows(
                """
                SELECT seq, time, realm, kind, outcome, user_id, client_id, session, reason, details, personal, personal_digest
                FROM audit_event ORDER BY seq DESC LIMIT ?1
                """, limit
            ).map { try AuditRecord(row: $0).shown }.reversed()
        }
    }
}

extension AuditRecord {
    /// The event for people, who have no use for the salt.
    fileprivate var shown: JSONObject {
        var shown = object
        if var personal = shown["personal"]?.object {
            personal[Self.saltName] = nil
            shown["personal"] = .object(personal)
        }
        return shown
    }

    /// The event with its members' names written out.
    var object: JSONObject {
        let date = Date(timeIntervalSince1970: Double(time) / 1000)
        return [
            "sequence": .integer(sequence), "time": .string(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "milliseconds": .integer(time), "realm": .string(realm), "kind": .string(kind), "outcome": .string(outcome), "user": text(user),
            "client": text(client), "session": text(session), "reason": text(reason),
            "details": details.flatMap { try? JSONValue(parsing: $0) } ?? .null,
            "personal": personal.flatMap { try? JSONValue(parsing: $0) } ?? .null,
        ]
    }

    private func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
}
