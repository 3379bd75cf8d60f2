package import Foundation
package import Primitives
import Store

/// The actor that did something to another user, as an event's details say it.
package indirect enum AuditActor: Sendable, Equatable {
    case user(UUID)
    /// An OAuth client that acts for itself.
    case client(String)
    /// The operator on the machine of the database, by the name of the account.
    case local(String)
    /// One of these, at a network address.
    case at(String, AuditActor)

    /// One of these, by a way that isn't the usual one of such an actor.
    case via(String, AuditActor)

    /// The same, at a network address.
    package func at(_ address: String) -> AuditActor { .at(address, self) }

    /// The address from which it was done; nil when that isn't known, as in the terminal.
    package var address: String? {
        switch self {
        case .at(let address, _): address
        case .via(_, let actor): actor.address
        case .user, .client, .local: nil
        }
    }

    /// The other members of an event's details.
    var details: JSONObject {
        switch self {
        case .user(let id): ["byUser": .string(id.text)]
        case .client(let id): ["byClient": .string(id)]
        case .local(let account): ["byOperator": .string(account)]
        case .at(_, let actor): actor.details
        case .via(let way, let actor): actor.details.with("way", .string(way))
        }
    }
}

extension Optional<AuditActor> {
    /// Details with the actor, if there is one to name.
    package func naming(_ details: JSONObject = JSONObject()) -> JSONObject {
        (self?.details.members ?? []).reduce(into: details) { $0[$1.name] = $1.value }
    }
}

extension JSONObject {
    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}
