package import Foundation
import Primitives
import Store

/// Who did something to somebody else, as an event's details say it.
package enum AuditActor: Sendable, Equatable {
    case user(UUID)
    /// An OAuth client that acts for itself.
    case client(String)

    /// What an event's details have besides.
    var details: JSONObject {
        switch self {
        case .user(let id): ["byUser": .string(id.text)]
        case .client(let id): ["byClient": .string(id)]
        }
    }
}

extension Optional<AuditActor> {
    /// Details with the actor, if there is one to name.
    func naming(_ details: JSONObject = JSONObject()) -> JSONObject {
        (self?.details.members ?? []).reduce(into: details) { $0[$1.name] = $1.value }
    }
}
