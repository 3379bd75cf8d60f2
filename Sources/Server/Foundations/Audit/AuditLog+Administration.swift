package import Foundation
package import Primitives
package import Store

extension AuditLog {
    /// Adds an event about a realm known by its id, in the transaction of the change that it tells.
    package func append(
        _ kind: AuditEvent.Kind, _ details: JSONObject = JSONObject(), at now: Date, realm: UUID, user: UUID? = nil,
        client: String? = nil, formerMail: String? = nil, from address: String? = nil, in transaction: any WriteTransaction
    ) throws {
        var event = AuditEvent(kind, at: now, realm: try privacy.name(of: realm, in: transaction), user: user?.text, client: client)
        event.details = details
        event.personal["address"] = address.map(JSONValue.string)
        event.formerMail = formerMail
        try append(event, in: transaction)
    }
}
