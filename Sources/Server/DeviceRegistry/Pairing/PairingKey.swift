package import Foundation
package import Primitives
import Store

/// A key that entitles an installation to be paired with a user, once (`docs/protocols/device-protocol.md` 3, 4).
package struct PairingKey: Sendable, Identifiable {
    /// The state of a key; its raw value is the name in the database and the API.
    package enum Status: String, Sendable {
        case unclaimed = "UNCLAIMED"
        case claimed = "CLAIMED"
        case failed = "FAILED"
    }

    /// The way of a key to the app: a user reads it from a screen, or the app finds it in an ID token.
    package enum Kind: String, Sendable { case key, ticket }

    /// The id, unique in the realm; it pairs nothing.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the user.
    package let user: UUID
    package let kind: Kind
    /// The key itself, to be shown; nil for a ticket, which is told once.
    package let code: Secret?
    package var status: Status
    /// The applications whose installations may use it; empty for all.
    package let applications: [String]
    /// The device authentication policy that applies; nil for the realm's default.
    package let policy: UUID?
    /// The installation that has begun to use it; a ticket names its own from the beginning.
    package var installation: String?
    /// The reason of a failure.
    package var failure: String?
    /// The time of creation.
    package let created: Date
    /// The time of the last change.
    package var updated: Date
    /// The time of expiry.
    package let expires: Date
}

extension PairingKey {
    init(_ row: Row, code: Secret?) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        user = try row.uuid("user_id")
        kind = Kind(rawValue: try row.text("kind")) ?? .key
        self.code = code
        status = Status(rawValue: try row.text("status")) ?? .failed
        applications = try JSONValue(parsing: try row.text("applications"), limits: .own()).strings ?? []
        policy = try row.optionalUUID("policy")
        installation = try row.optionalText("installation")
        failure = try row.optionalText("failure")
        created = try row.date("created")
        updated = try row.date("updated")
        expires = try row.date("expires")
    }
}
