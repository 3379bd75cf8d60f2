import Primitives

/// Writes what the journey has gathered into the account of the user who has proved who they are, by the realm's schema and policies.
package struct PatchObject: ActsForProvenUser {
    package static let type = NodeType(
        "PatchObjectNode", alias: "patchObject", title: "Patch Object", "Changes the user's account by what was gathered.",
        secrets: [SecretName.attributes])
    package static let settings = [
        NodeSetting<Self>("patchAsObject", \.isOwner, "Whether only what users may change themselves may be changed."),
        NodeSetting<Self>("ignoredFields", \.ignored, "Attributes that are not written."),
        NodeSetting<Self>("identityResource", \.resource, "The kind of account: the realm's users, managed/user."),
    ]
    package static let state = StateUse(reads: ["objectAttributes", "termsAccepted", "aliasList"], writes: ["username"])

    package var isOwner = false
    package var ignored: [String] = []
    package var resource = ManagedUserResource.standard
    package let outcomes = ["PATCHED", "FAILURE"]

    package init() {}

    package var objections: [SettingObjection] { ManagedUserResource.objections(resource) }
}
