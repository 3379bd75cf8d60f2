import Directory

/// A decision like ``DataStoreDecision``, with the outcomes of AM's newer node.
///
/// A locked account is `FALSE` like a wrong password, since `LOCKED` would tell who exists; and passwords don't expire here, so that
/// nothing is ever `EXPIRED` or `CANCELLED`. A journey connects those outcomes all the same, as AM's files do.
struct IdentityStoreDecision: JourneyNode {
    static let type = NodeType(
        "IdentityStoreDecisionNode", alias: "identityStoreDecision", title: "Identity Store Decision",
        "Checks user name and password against the realm's users.", secrets: [SecretName.password])
    static let settings = [
        NodeSetting<Self>("useUniversalIdForUsername", \.usesIdentified, "Whether the name is that of the user who was identified before."),
        NodeSetting<Self>("minimumPasswordLength", \.length, in: 1...1024, "AM's, for changes of expired passwords; none expires here.")
            .inert(noChanges),
        NodeSetting<Self>("mixedCaseForPasswordChangeMessages", \.isMixedCase, "AM's, for the same.").inert(noChanges),
    ]
    static let state = StateUse(reads: ["username", "objectAttributes", "password"], writes: ["username", "universalId"])

    private static let noChanges = "no password expires here, so that the node changes none"

    var usesIdentified = false
    var length = 8
    var isMixedCase = false
    let outcomes = ["TRUE", "FALSE", "LOCKED", "CANCELLED", "EXPIRED"]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let identified = usesIdentified ? try await turn.provenUser()?.username : nil
        return .outcome(try await turn.checkPassword(of: identified ?? turn.claimedName) ? "TRUE" : "FALSE")
    }
}
