import Foundation
import Primitives
import Services
import Store

/// Writes a run's events into the audit log.
struct JourneyRecord: Sendable {
    private let audit: AuditLog
    private let realm: String
    private let journey: String
    private let username: String?
    private let client: ClientContext
    private let now: Date

    init(_ turn: Turn) {
        audit = turn.domain.audit
        realm = turn.realm.path.description
        journey = turn.state.frames.first?.journey ?? ""
        username = turn.state.username
        client = turn.client
        now = turn.now
    }

    /// Adds an event, in the transaction of what it tells.
    func append(
        _ kind: AuditEvent.Kind, _ outcome: AuditEvent.Outcome = .success, user: UUID? = nil, session: String? = nil,
        reason: String? = nil, details: JSONObject = JSONObject(), in transaction: any WriteTransaction
    ) throws {
        var event = AuditEvent(
            kind, outcome, at: now, realm: realm, user: user?.uuidString.lowercased(), session: session, reason: reason)
        event.details = details
        event.details["journey"] = .string(journey)
        event.personal["address"] = .string(client.address)
        event.personal["userAgent"] = client.userAgent.map(JSONValue.string)
        event.personal["username"] = username.map(JSONValue.string)
        try audit.append(event, in: transaction)
    }
}
