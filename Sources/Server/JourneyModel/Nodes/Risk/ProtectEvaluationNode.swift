package import JourneyMessages
import Primitives

/// Asks the client for its signals, and evaluates the risk.
package struct ProtectEvaluationNode: NodeDeclaration {
    package static let type = NodeType(
        "product-PingOneProtectEvaluationNode", alias: "riskEvaluation", title: "PingOne Protect Evaluation",
        "Asks the client for its signals, and evaluates the risk of the sign-in.", interaction: .always, repetition: .atFields,
        standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("pingOneWorker", \.worker, "The platform's worker in AM.").inert(ownService),
        NodeSetting<Self>("riskPolicySetID", \.policySet, "The policy set by id or name; the realm's default when empty."),
        NodeSetting<Self>("flowType", \.flowType, "The action that the user is about to take."),
        NodeSetting<Self>("authenticationFlowSubtype", \.authenticationSubtype, "More about it, when it is AUTHENTICATION."),
        NodeSetting<Self>("authorizationFlowSubtype", \.authorizationSubtype, "More about it, when it is AUTHORIZATION."),
        NodeSetting<Self>("deviceSharingType", \.sharing, "Whether the device is known to be shared."),
        NodeSetting<Self>(
            "userType", \.userType, "The kind of user: for EXTERNAL the id goes as it is, for PING_ONE it is one of the realm's."),
        NodeSetting<Self>("scoreThreshold", \.threshold, "The score above which the outcome is exceed, 0 to 1000."),
        NodeSetting<Self>("recommendedActions", \.actions, "Recommended actions that are outcomes, such as BOT_MITIGATION."),
        NodeSetting<Self>("pauseBehavioralData", \.pausesBehavior, "Whether the client stops collecting how the device is used."),
        NodeSetting<Self>("storeEvaluateResult", \.keepsResult, "Whether the evaluation is kept in the state."),
        NodeSetting<Self>(
            "targetedPoliciesEvaluation", \.isTargeted, "Whether the realm's default policy set is used, whatever set is named."),
        NodeSetting<Self>(
            "dynamicRiskPolicySetID", \.policySetKey, "The key of the state that has the policy set; it goes before the setting."),
        NodeSetting<Self>("dynamicTargetResourceID", \.targetKey, "The key of the state that has the id of what the user wants."),
        NodeSetting<Self>("dynamicTargetResourceName", \.targetNameKey, "The key of the state that has its name."),
        NodeSetting<Self>("userIDKey", \.userKey, "The key of the state that has the user's id; the user of the journey when empty.").ours,
        NodeSetting<Self>("usernameKey", \.usernameKey, "The key of the state that has the user's name.").ours,
    ]
    package static let state = StateUse(reads: ["username"], writes: [ProtectState.id, ProtectState.result])
    static let ownService = "risk is evaluated by this server itself"

    /// The outcome of a score above the threshold.
    package static let exceed = "exceed"
    /// The outcome of an evaluation that wasn't possible.
    package static let failure = "failure"
    /// The outcome of a client's error.
    package static let clientError = "clientError"
    /// The outcomes of the levels, by falling risk.
    package static let levels = ["high", "medium", "low"]

    package var worker = ""
    package var policySet = ""
    package var flowType = ProtectFlow.authentication
    package var authenticationSubtype = ""
    package var authorizationSubtype = ""
    package var sharing = ProtectSharing.shared
    package var userType = ProtectUserType.external
    package var threshold = Measure(300)
    package var actions: [String] = []
    package var pausesBehavior = false
    package var keepsResult = false
    package var isTargeted = false
    package var policySetKey = ""
    package var targetKey = ""
    package var targetNameKey = ""
    package var userKey = ""
    package var usernameKey = ""

    package init() {}

    package var outcomes: [String] { Self.levels + [Self.exceed, Self.failure, Self.clientError] + actions }
    package var callbacks: [CallbackType] { [.protectEvaluation] }
    /// The callback that asks for signals.
    package var question: ProtectEvaluation { ProtectEvaluation(pausesBehavior: pausesBehavior) }

    package var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if threshold.value > 1000 { found.append(SettingObjection("scoreThreshold", "expected 0 to 1000")) }
        if actions.count > 16 || Set(actions).count < actions.count || !Set(actions).isDisjoint(with: Self().outcomes)
            || !actions.allSatisfy({ (1...64).contains($0.utf8.count) })
        {
            found.append(SettingObjection("recommendedActions", "expected up to 16 different names that are no other outcome"))
        }
        return found
    }
}

/// The keys of the state by which nodes about risk hand evaluations on. AM's names for them are not documented.
package enum ProtectState {
    /// The key of the evaluation's id.
    package static let id = "PingOneProtectEvaluationNode.RISK_EVALUATION_ID"
    /// The key of the evaluation's result.
    package static let result = "PingOneProtectEvaluationNode.RISK_EVALUATION"
}

/// The flow that a user is about to begin.
package enum ProtectFlow: String, CaseIterable, SettingValue {
    case authentication = "AUTHENTICATION", registration = "REGISTRATION", access = "ACCESS", authorization = "AUTHORIZATION",
        transaction = "TRANSACTION"
}

/// The use of a device: by one person, or by several.
package enum ProtectSharing: String, CaseIterable, SettingValue {
    case unspecified = "UNSPECIFIED", shared = "SHARED", personal = "PRIVATE"
}

/// The place where a user is kept.
package enum ProtectUserType: String, CaseIterable, SettingValue {
    case external = "EXTERNAL", own = "PING_ONE"
}
