package import DeviceMessages
package import Foundation
package import Primitives
import Store
package import Foundations

/// A code by which a user signs in with a phone that reads it from a screen (`docs/protocols/platform.md` 5,
/// `docs/protocols/device-protocol.md` 7).
package struct AuthenticationCode: Sendable, Identifiable {
    /// The state of a code; its raw value is the name in the API.
    package enum Status: String, Sendable, CaseIterable {
        case unclaimed = "UNCLAIMED"
        case claimed = "CLAIMED"
        case completed = "COMPLETED"
        case denied = "DENIED"
        case expired = "EXPIRED"
    }

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// Eight digits and capital letters.
    package let code: String
    /// The native application whose installations may use it.
    package let application: String
    /// Whether the user has to approve; otherwise scanning is enough.
    package let needsApproval: Bool
    /// The caller's context for the app, JSON; nil for none.
    package let clientContext: JSONValue?
    package let requester: ChallengeDocument.Requester
    let stored: Status
    /// The installation that has claimed it.
    package let installation: String?
    let nonce: String?
    /// The user who signs in by it, and the device that they sign in with; nil while that isn't known.
    package let user: UUID?
    /// The id of the device that the user signs in with; nil while it isn't known.
    package let device: UUID?
    /// The lifetime that was ordered.
    package let lifetime: TimeSpan
    /// The time of creation.
    package let created: Date
    /// The time of the last change.
    package let updated: Date
    /// The time of expiry.
    package let expires: Date

    /// Returns where it stands at a time.
    package func status(at now: Date) -> Status {
        switch stored {
        case .unclaimed, .claimed: now < expires ? stored : .expired
        default: stored
        }
    }
}

extension AuthenticationCode {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        code = try row.text("code")
        application = try row.text("application")
        needsApproval = try row.bool("needs_approval")
        clientContext = try row.optionalText("context").map { try JSONValue(parsing: $0, limits: .own()) }
        requester = ChallengeDocument.Requester(
            application: try row.text("application"), name: try row.optionalText("name"), address: try row.optionalText("address"))
        stored = Status(rawValue: try row.text("status")) ?? .expired
        installation = try row.optionalText("installation")
        nonce = try row.optionalText("nonce")
        user = try row.optionalUUID("user_id")
        device = try row.optionalUUID("device")
        lifetime = TimeSpan(Int(try row.int("lifetime")), TimeSpan.Unit(rawValue: try row.text("lifetime_unit")) ?? .seconds)
        created = try row.date("created")
        updated = try row.date("updated")
        expires = try row.date("expires")
    }
}
