import Crypto
import Foundation
import Primitives
import Store

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
    /// JSON of what tells about a person, with a random member that keeps the digest from being guessed; nil for none, and once it was
    /// taken out.
    let personal: String?
    /// The digest of ``personal``, which stands for it in the chain and stays; nil for an event that never had any.
    let digest: [UInt8]?

    /// - Parameters:
    ///   - personal: what is kept of a person, as the realm's setting has it.
    ///   - random: draws the salt of the personal fields.
    init(_ event: AuditEvent, sequence: Int64, personal fields: JSONObject, saltedBy random: any RandomSource) {
        self.sequence = sequence
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
        digest = personal.map(Self.digest)
    }

    init(
        sequence: Int64, time: Int64, realm: String, kind: String, outcome: String, user: String?, client: String?, session: String?,
        reason: String?, details: String?, personal: String?, digest: [UInt8]?
    ) {
        (self.sequence, self.time, self.realm, self.kind, self.outcome) = (sequence, time, realm, kind, outcome)
        (self.user, self.client, self.session, self.reason, self.details) = (user, client, session, reason, details)
        (self.personal, self.digest) = (personal, digest)
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
        personal = try row.optionalText("personal")
        digest = try row.optionalBlob("personal_digest")
    }

    /// Whether the personal fields, if they are still there, are those that the chain stands for.
    var isWhole: Bool { personal.map { Self.digest($0) == digest } ?? true }

    /// The hash of this event and, by the hash of the one before, of all that came before it.
    func hash(after previous: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: previous)
        hash.update(data: canonical)
        return Array(hash.finalize())
    }

    /// The members in this order, nulls included: one text for one event.
    private var canonical: [UInt8] {
        var members: [JSONValue] = [
            .integer(1), .integer(sequence), .integer(time), .string(realm), .string(kind), .string(outcome), text(user),
            text(client), text(session), text(reason), text(details),
        ]
        if let digest { members.append(.string(Base64URL.encode(digest))) }
        return JSONValue.array(members).encoded
    }

    private func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    private static func personal(_ fields: JSONObject, _ random: any RandomSource) -> String {
        var fields = fields
        fields[saltName] = .string(random.token(16))
        return JSONValue.object(fields).text
    }

    /// The member of the personal fields that keeps their digest from being guessed.
    static let saltName = "salt"

    private static func digest(_ personal: String) -> [UInt8] { Array(SHA256.hash(data: Array(personal.utf8))) }
}
