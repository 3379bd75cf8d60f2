import Directory
package import Foundation
package import Foundations
import JourneyModel
package import Primitives
package import Store

/// Writes a run's events into the audit log.
package struct JourneyRecord: Sendable {
    private let audit: AuditLog
    private let realm: Realm
    private let journey: String
    private let username: String?
    private let named: UUID?
    /// Whether a user has proved who they are; otherwise any client may cause as many events as it likes.
    private let isProven: Bool
    private let client: ClientContext
    private let now: Date

    /// The record of a turn's run: events name its realm, journey, user and client as they are now.
    package init(_ turn: Turn) {
        audit = turn.domain.platform.audit
        realm = turn.realm
        journey = turn.state.frames.first?.journey ?? ""
        username = turn.state.username
        named = turn.state.user ?? turn.state.named
        isProven = turn.state.user != nil
        client = turn.client
        now = turn.now
    }

    /// The number of events of a kind that are written of one network prefix in a minute while no user has proved who they are; more are
    /// counted.
    private static let mostOfStrangers = 60

    /// Adds an event, in the transaction of what it tells. Of an attempt that failed, the user is the one whose name was claimed.
    package func append(
        _ kind: AuditEvent.Kind, _ outcome: AuditEvent.Outcome = .success, user: UUID? = nil, session: String? = nil,
        reason: String? = nil, details: JSONObject = JSONObject(), in transaction: any WriteTransaction
    ) throws {
        let user = try user ?? claimedUser(in: transaction)
        var event = AuditEvent(
            kind, outcome, at: now, realm: realm.path.description, user: user?.text, session: session, reason: reason)
        event.details = details
        event.details["journey"] = .string(journey)
        event.personal["address"] = .string(client.address)
        event.personal["userAgent"] = client.userAgent.map(JSONValue.string)
        event.personal["username"] = username.map(JSONValue.string)
        guard !isProven else { return try audit.append(event, in: transaction) }
        try audit.append(event, sampledBy: .address(client.address), most: Self.mostOfStrangers, in: transaction)
    }

    private func claimedUser(in transaction: any ReadTransaction) throws -> UUID? {
        try named ?? username.flatMap { try Users.user(named: $0, realm: realm.id, in: transaction)?.id }
    }
}
