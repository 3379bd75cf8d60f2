import Directory
package import Foundations
package import Primitives

/// The sight of the audit log that a caller's permissions give.
extension AdministrativeCaller {
    /// Refuses a caller to whom no event of a realm could be shown; nil for the whole server.
    package func checkSight(of place: RealmPath?) throws(AdministrationError) {
        let any: [Privileges.Permissions] = place == nil ? [.administer] : [.readIdentities, .readConfiguration, .readApplications]
        guard any.contains(where: { holds($0, in: place) }) else {
            throw AdministrationError(.notPermitted, "the events need a privilege that the caller doesn't have")
        }
    }

    /// Tells whether the caller holds the permission of an action in a realm; nil for the whole server.
    package func may(_ action: ActionDeclaration, in place: RealmPath?) -> Bool { holds(action.permission, in: place) }

    /// The event as the caller may see it; nil for one that the caller may not.
    ///
    /// - Parameter place: the realm whose events are followed; nil for the whole server.
    package func sight(of event: FollowedEvent, in place: RealmPath?) -> JSONObject? {
        guard holds(EventSubject(of: event.kind).permission, in: place) else { return nil }
        guard !holds(.readIdentities, in: place) else { return event.object }
        var object = event.object
        // Persons are for those who read identities.
        object["user"] = .null
        object["personal"] = .null
        return object
    }
}

/// The part of a realm that a kind of events tells of.
private enum EventSubject {
    case identities
    case applications
    case configuration
    case log

    /// The nouns with which the kinds begin that tell of no user.
    private static let nouns: Set = ["key", "policies", "population", "provider", "push", "realm", "script", "template"]
    private static let changes: Set = ["journey.changed", "mfa.changed", "risk.changed", "pingid.changed", "verification.changed"]

    init(of kind: String) {
        let noun = String(kind.prefix { $0 != "." })
        self =
            switch noun {
            case "audit": .log
            case "client": .applications
            case _ where Self.nouns.contains(noun) || Self.changes.contains(kind): .configuration
            default: .identities
            }
    }

    var permission: Privileges.Permissions {
        switch self {
        case .identities: .readIdentities
        case .applications: .readApplications
        case .configuration: .readConfiguration
        case .log: .administer
        }
    }
}
