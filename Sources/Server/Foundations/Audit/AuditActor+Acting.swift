import Primitives
import Store

extension AuditActor {
    /// Runs a body as this administrator: the events of what it changes name the actor, unless they name one themselves.
    package func acting<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let names = details.members.compactMap { member in member.value.string.map { (member.name, $0) } }
        return try await Requester.$identity.withValue(Dictionary(names) { $1 }, operation: body)
    }
}

extension AuditEvent {
    /// Takes down the administrator who makes the change.
    mutating func nameAdministrator() {
        for (name, value) in Requester.identity where details[name] == nil { details[name] = .string(value) }
    }
}
