import Primitives
import ResourceMessages
import Directory

/// Decides whether the journey has gathered every attribute that the realm's schema requires of an account.
struct RequiredAttributesDecision: JourneyNode {
    static let type = NodeType(
        "RequiredAttributesDecisionNode", alias: "requiredAttributesDecision", title: "Required Attributes Present",
        "Whether all attributes were gathered that an account must have.", secrets: [SecretName.attributes])
    static let settings = [NodeSetting<Self>("identityResource", \.resource, "The kind of account: the realm's users, managed/user.")]
    static let state = StateUse(reads: ["objectAttributes"])

    var resource = ManagedUserResource.standard
    let outcomes = [Outcome.yes, Outcome.no]

    var objections: [SettingObjection] { ManagedUserResource.objections(resource) }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let document = GatheredAccount(turn.state).document
        let required = try await turn.accounts.schema(of: turn.realm).required
        let areThere = required.allSatisfy { $0.failures(of: document[$0.path]).isEmpty }
        return .outcome(areThere ? Outcome.yes : Outcome.no)
    }
}
