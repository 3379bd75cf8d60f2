import Crypto
import Foundation
package import Primitives
import Store

/// Keeps, hashes or leaves out the personal fields of events, as the setting of their realm says.
///
/// The setting is read in the transaction that writes the event, so that no event is written by an older one.
package struct AuditPrivacy: Sendable {
    /// The key of the hashes.
    private let key: Secret

    /// The owner of the settings; without one everything is kept.
    private let realms: (any AuditRealms.Type)?

    /// - Parameters:
    ///   - key: the key of the hashes; its holder can tell which hash is which address's.
    ///   - realms: the owner of the settings; nil where there are no realms, then everything is kept.
    package init(key: Secret, realms: (any AuditRealms.Type)? = nil) {
        self.key = key
        self.realms = realms
    }

    /// The personal fields of an event as they are written.
    func written(_ event: AuditEvent, in transaction: any ReadTransaction) throws(DatabaseError) -> JSONObject {
        guard !event.personal.isEmpty else { return event.personal }
        switch try realms?.personalFields(ofRealm: event.realm, in: transaction) ?? .kept {
        case .kept: return event.personal
        case .hashed:
            return event.personal.members.reduce(into: JSONObject()) { $0[$1.name] = .string(hash($1.value, $1.name, event.realm)) }
        case .omitted: return JSONObject()
        }
    }

    /// The name of a realm as events have it: its path, or the id of one that isn't there any more.
    func name(of realm: UUID, in transaction: any ReadTransaction) throws(DatabaseError) -> String {
        try realms?.path(of: realm, in: transaction) ?? realm.text
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
