import Crypto
package import Primitives
import Store

/// Keeps, hashes or leaves out the personal fields of events, as the setting of their realm says.
///
/// The setting is read in the transaction that writes the event, so that no event is written by an older one.
package struct AuditPrivacy: Sendable {
    /// The key of the hashes.
    private let key: Secret

    /// - Parameter key: of the hashes; who has it can tell which hash is which address's.
    package init(key: Secret) { self.key = key }

    /// The personal fields of an event as they are written.
    func written(_ event: AuditEvent, in transaction: any ReadTransaction) throws(DatabaseError) -> JSONObject {
        guard !event.personal.isEmpty else { return event.personal }
        switch try fields(of: event.realm, in: transaction) {
        case .kept: return event.personal
        case .hashed:
            return event.personal.members.reduce(into: JSONObject()) { $0[$1.name] = .string(hash($1.value, $1.name, event.realm)) }
        case .omitted: return JSONObject()
        }
    }

    private func fields(of realm: String, in transaction: any ReadTransaction) throws(DatabaseError) -> AuditPersonalFields {
        guard let row = try transaction.row("SELECT audit_personal_fields FROM realms WHERE path = ?1", realm) else { return .kept }
        // A value that can't be read keeps nothing about persons.
        return AuditPersonalFields(rawValue: try row.text("audit_personal_fields")) ?? .omitted
    }

    /// A hash of a value, which is another in each realm and for each field: 128 bits.
    private func hash(_ value: JSONValue, _ name: String, _ realm: String) -> String {
        let text = [realm, name, value.string ?? value.text].joined(separator: "\0")
        return key.withBytes { bytes in
            let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: bytes))
            return "hmac:" + Base64URL.encode(Array(code.prefix(16)))
        }
    }
}
