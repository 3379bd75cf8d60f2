import Primitives

/// Continues as the realm's anonymous user, an account without a password that isn't an administrator's: an account with a password is a
/// person's.
package struct AnonymousUser: ProvesUser {
    package static let type = NodeType(
        "AnonymousUserNode", alias: "anonymousUser", title: "Anonymous User Mapping", "Continues as the realm's anonymous user.")
    package static let settings = [NodeSetting<Self>("anonymousUserName", \.name, "The user's name; an account that has no password.")]
    package static let state = StateUse(writes: ["username", "universalId"])

    package var name = "anonymous"

    package init() {}
}
