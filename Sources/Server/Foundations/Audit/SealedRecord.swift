import Crypto
import Primitives
import Store

/// An event with its place in the chain.
struct SealedRecord: Sendable {
    let sequence: Int64
    let record: AuditRecord
    /// The digest of the record's personal fields, which stands for them in the chain and stays; nil for an event that had none when it was
    /// sealed.
    let digest: [UInt8]?

    /// Gives a record the next place.
    init(_ record: AuditRecord, as sequence: Int64) {
        self.sequence = sequence
        self.record = record
        digest = record.personal.map(Self.digest)
    }

    init(_ record: AuditRecord, as sequence: Int64, digest: [UInt8]?) {
        self.sequence = sequence
        self.record = record
        self.digest = digest
    }

    init(row: Row) throws(DatabaseError) {
        sequence = try row.int("seq")
        record = try AuditRecord(row: row)
        digest = try row.optionalBlob("personal_digest")
    }

    /// Whether the personal fields, if they are still there, are those that the chain stands for.
    var isWhole: Bool { record.personal.map { Self.digest($0) == digest } ?? true }

    /// The hash of this event and, by the hash of the one before, of all that came before it.
    func hash(after previous: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: previous)
        hash.update(data: canonical)
        return hash.finalize().bytes
    }

    /// The members in this order, nulls included: one text for one event.
    private var canonical: [UInt8] {
        var members: [JSONValue] = [
            .integer(1), .integer(sequence), .integer(record.time), .string(record.realm), .string(record.kind), .string(record.outcome),
            .text(record.user), .text(record.client), .text(record.session), .text(record.reason), .text(record.details),
        ]
        if let digest { members.append(.string(Base64URL.encode(digest))) }
        return JSONValue.array(members).encoded
    }

    /// The event with its members' names written out.
    var object: JSONObject { record.object.members.reduce(into: ["sequence": .integer(sequence)]) { $0[$1.name] = $1.value } }

    private static func digest(_ personal: String) -> [UInt8] {
        SHA256.hash(data: Array(personal.utf8)).bytes
    }
}
