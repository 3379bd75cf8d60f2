internal import Crypto
internal import Foundation
internal import Primitives
internal import Store

/// An event as it is stored: with its place in the chain.
struct AuditRecord {
    let sequence: Int64
    /// Milliseconds since 1970.
    let time: Int64
    let realm: String
    let kind: String
    let outcome: String
    let user: String?
    let client: String?
    let session: String?
    let reason: String?
    /// JSON.
    let details: String?

    init(_ event: AuditEvent, sequence: Int64, personal: JSONObject) {
        self.sequence = sequence
        time = Int64((event.time.timeIntervalSince1970 * 1000).rounded())
        realm = event.realm
        kind = event.kind.rawValue
        outcome = event.outcome.rawValue
        user = event.user
        client = event.client
        session = event.session
        reason = event.reason
        details = Self.details(event.details, personal: personal)
    }

    init(
        sequence: Int64, time: Int64, realm: String, kind: String, outcome: String, user: String?, client: String?, session: String?,
        reason: String?, details: String?
    ) {
        (self.sequence, self.time, self.realm, self.kind, self.outcome) = (sequence, time, realm, kind, outcome)
        (self.user, self.client, self.session, self.reason, self.details) = (user, client, session, reason, details)
    }

    init(row: Row) throws(DatabaseError) {
        sequence = try row.int("seq")
        time = try row.int("time")
        realm = try row.text("realm")
        kind = try row.text("kind")
        outcome = try row.text("outcome")
        user = try row.optionalText("user_id")
        client = try row.optionalText("client_id")
        session = try row.optionalText("session")
        reason = try row.optionalText("reason")
        details = try row.optionalText("details")
    }

    /// The hash of this event and, by the hash of the one before, of all that came before it.
    func hash(after previous: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: previous)
        hash.update(data: canonical)
        return Array(hash.finalize())
    }

    /// The members in this order, nulls included: one text for one event.
    private var canonical: [UInt8] {
        JSONValue.array([
            .integer(1), .integer(sequence), .integer(time), .string(realm), .string(kind), .string(outcome), text(user),
            text(client), text(session), text(reason), text(details),
        ]).encoded
    }

    private func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    private static func details(_ event: JSONObject, personal: JSONObject) -> String? {
        var details = event
        if !personal.isEmpty { details["personal"] = .object(personal) }
        return details.isEmpty ? nil : JSONValue.object(details).text
    }
}
