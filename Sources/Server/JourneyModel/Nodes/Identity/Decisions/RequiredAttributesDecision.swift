import Primitives

/// Decides whether the journey has gathered every attribute that the realm's schema requires of an account.
package struct RequiredAttributesDecision: NodeDeclaration {
    package static let type = NodeType(
        "RequiredAttributesDecisionNode", alias: "requiredAttributesDecision", title: "Required Attributes Present",
        "Whether all attributes were gathered that an account must have.", secrets: [SecretName.attributes])
    package static let settings = [
        NodeSetting<Self>("identityResource", \.resource, "The kind of account: the realm's users, managed/user.")
    ]
    package static let state = StateUse(reads: ["objectAttributes"])

    package var resource = ManagedUserResource.standard
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var objections: [SettingObjection] { ManagedUserResource.objections(resource) }
}
