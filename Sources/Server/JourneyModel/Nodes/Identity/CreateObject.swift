import Primitives

/// Makes an account of what the journey has gathered, by the realm's schema and password policy. The run is then of the new user.
///
/// A journey makes one account: its state is spent first, and a user who has proved who they are gets no other.
package struct CreateObject: ProvesUser {
    package static let type = NodeType(
        "CreateObjectNode", alias: "createObject", title: "Create Object", "Makes an account of what was gathered.",
        secrets: [SecretName.attributes])
    package static let settings = [
        NodeSetting<Self>("identityResource", \.resource, "The kind of account: the realm's users, managed/user.")
    ]
    package static let state = StateUse(
        reads: ["username", "objectAttributes", "termsAccepted", "aliasList"], writes: ["_id", "username"])

    package var resource = ManagedUserResource.standard
    package let outcomes = ["CREATED", "FAILURE"]

    package init() {}

    package var objections: [SettingObjection] { ManagedUserResource.objections(resource) }
}
