import Primitives
import ResourceMessages

/// Copies a property of the session that the run began with into the state; without one it does nothing.
///
/// Asked for the session's user, it also takes the session as proof of who they are. That is a weak one: it changes no password, and what
/// session comes of it is as old as the first one, and ends with it.
package struct SessionData: ProvesUser {
    package static let type = NodeType(
        "SessionDataNode", alias: "sessionData", title: "Get Session Data", "Copies a property of the user's session into the state.")
    package static let settings = [
        NodeSetting<Self>("sessionDataKey", \.key, required: true, "The session's property; UserToken is the user name."),
        NodeSetting<Self>("sharedStateKey", \.stateKey, required: true, "The key of the state that gets it, also among the attributes."),
    ]
    package static let state = StateUse(writes: ["username", "universalId", "objectAttributes"])

    package var key = ""
    package var stateKey = ""

    package init() {}

    package var objections: [SettingObjection] {
        var found = StateKey.objections(stateKey, in: "sharedStateKey")
        if FieldPath(stateKey) == nil { found.append(SettingObjection("sharedStateKey", "is no attribute's name")) }
        return found
    }
}
