import Foundation
import Foundations
import Primitives

/// The making of an account, as the audit log tells it.
struct AccountMaking: Sendable {
    /// The word for it.
    let change: JSONValue
    /// The time of the event.
    let time: Date
    /// The maker; nil for the user, and for the server.
    var actor: AuditActor?
    /// The address that it was made from, where the maker has none.
    var address: String?
}
