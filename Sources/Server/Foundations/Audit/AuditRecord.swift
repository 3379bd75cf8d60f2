import Foundation
import Primitives
import Store

/// An event as it is written in the transaction of its effect: it has no place in the chain yet.
struct AuditRecord: Sendable {
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
    /// JSON of what tells about a person, with a random member that keeps its digest from being guessed; nil for none, and once it was
    /// taken out.
    let personal: String?

    /// - Parameters:
    ///   - personal: the personal data that are kept, as the realm's setting has it.
    ///   - random: draws the salt of the personal fields.
    init(_ event: AuditEvent, personal fields: JSONObject, saltedBy random: any RandomSource) {
        time = Int64((event.time.timeIntervalSince1970 * 1000).rounded())
        realm = event.realm
        kind = event.kind.rawValue
        outcome = event.outcome.rawValue
        user = event.user
        client = event.client
        session = event.session
        reason = event.reason
        details = event.details.isEmpty ? nil : JSONValue.object(event.details).text
        personal = fields.isEmpty ? nil : Self.personal(fields, random)
    }

    init(
        time: Int64, realm: String, kind: String, outcome: String, user: String?, client: String?, session: String?, reason: String?,
        details: String?, personal: String?
    ) {
        self.time = time
        self.realm = realm
        self.kind = kind
        self.outcome = outcome
        self.user = user
        self.client = client
        self.session = session
        self.reason = reason
        self.details = details
        self.personal = personal
    }

    init(row: Row) throws(DatabaseError) {
        time = try row.int("time")
        realm = try row.text("realm")
        kind = try row.text("kind")
        outcome = try row.text("outcome")
        user = try row.optionalText("user_id")
        client = try row.optionalText("client_id")
        session = try row.optionalText("session")
        reason = try row.optionalText("reason")
        details = try row.optionalText("details")
        personal = try row.optionalText("personal")
    }

    /// The event with its members' names written out.
    var object: JSONObject {
        let date = Date(timeIntervalSince1970: Double(time) / 1000)
        return [
            "time": .string(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "milliseconds": .integer(time), "realm": .string(realm), "kind": .string(kind), "outcome": .string(outcome),
            "user": .text(user), "client": .text(client), "session": .text(session), "reason": .text(reason),
            "details": details.flatMap { try? JSONValue(parsing: $0, limits: .own()) } ?? .null,
            "personal": personal.flatMap { try? JSONValue(parsing: $0, limits: .own()) } ?? .null,
        ]
    }

    private static func personal(_ fields: JSONObject, _ random: any RandomSource) -> String {
        var fields = fields
        fields[saltName] = .string(random.token(16))
        return JSONValue.object(fields).text
    }

    /// The member of the personal fields that keeps their digest from being guessed.
    static let saltName = "salt"
}

extension JSONValue {
    static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
}
