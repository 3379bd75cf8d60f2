/// A decision like ``DataStoreDecision``, with the outcomes of AM's newer node.
///
/// A locked account is `FALSE` like a wrong password, since `LOCKED` would tell who exists; and passwords don't expire here, so that
/// nothing is ever `EXPIRED` or `CANCELLED`. A journey connects those outcomes all the same, as AM's files do.
package struct IdentityStoreDecision: ProvesUser {
    package static let type = NodeType(
        "IdentityStoreDecisionNode", alias: "identityStoreDecision", title: "Identity Store Decision",
        "Checks user name and password against the realm's users.", secrets: [SecretName.password])
    package static let settings = [
        NodeSetting<Self>("useUniversalIdForUsername", \.usesIdentified, "Whether the name is that of the user who was identified before."),
        NodeSetting<Self>("minimumPasswordLength", \.length, in: 1...1024, "AM's, for changes of expired passwords; none expires here.")
            .inert(noChanges),
        NodeSetting<Self>("mixedCaseForPasswordChangeMessages", \.isMixedCase, "AM's, for the same.").inert(noChanges),
    ]
    package static let state = StateUse(reads: ["username", "objectAttributes", "password"], writes: ["username", "universalId"])

    private static let noChanges = "no password expires here, so that the node changes none"

    package var usesIdentified = false
    package var length = 8
    package var isMixedCase = false
    package let outcomes = ["TRUE", "FALSE", "LOCKED", "CANCELLED", "EXPIRED"]

    package init() {}
}
