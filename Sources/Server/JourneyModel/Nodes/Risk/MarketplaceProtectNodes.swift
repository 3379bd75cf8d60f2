package import JourneyMessages
import Primitives

/// The names of the older line's settings and outcomes.
enum Marketplace {
    static let next = "NEXT"
    static let error = "ERROR"
    static let service = "The platform's configuration in AM."
}

/// The older line's node that asks the client to collect signals, by metadata.
package struct MarketplaceProtectInitialize: NodeDeclaration {
    package static let type = NodeType(
        "PingOneProtectInitializeNode", alias: "collectSignalsByMetadata", title: "PingOne Protect Initialize (Marketplace)",
        "Asks the client by metadata to collect signals of the device and of how it is used.", interaction: .always, repetition: .never,
        standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("tntpPingOneConfigName", \.protect.worker, Marketplace.service).inert(ProtectEvaluationNode.ownService),
        NodeSetting<Self>("consoleLogEnabled", \.protect.isConsoleLogEnabled, "Whether the client's library writes to the console."),
        NodeSetting<Self>("deviceAttributesToIgnore", \.protect.ignored, "The attributes of the device that aren't told."),
        NodeSetting<Self>("customHost", \.protect.host, "The server that signals go to; this one when empty."),
        NodeSetting<Self>("lazyMetadata", \.protect.isLazy, "Whether the device's attributes are collected only when they are needed."),
        NodeSetting<Self>("behavioralDataCollection", \.protect.collectsBehavior, "Whether it is collected how the device is used."),
    ]

    package var protect = ProtectInitializeNode()
    package let outcomes = [Marketplace.next, Marketplace.error]
    package static let next = Marketplace.next
    /// The outcome of a client's error.
    package static let error = Marketplace.error

    package init() {}

    package var callbacks: [CallbackType] { [.metadata, .hiddenValue] }
}

/// The older line's node that evaluates the risk, with the signals in hidden values.
package struct MarketplaceProtectEvaluation: NodeDeclaration {
    package static let type = NodeType(
        "PingOneProtectEvaluationNode", alias: "riskEvaluationByMetadata", title: "PingOne Protect Evaluation (Marketplace)",
        "Asks the client by metadata for its signals, and evaluates the risk of the sign-in.", interaction: .always, repetition: .atFields,
        standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("tntpPingOneConfigName", \.protect.worker, Marketplace.service).inert(ProtectEvaluationNode.ownService),
        NodeSetting<Self>("riskPolicySetID", \.protect.policySet, "The policy set by id or name; the realm's default when empty."),
        NodeSetting<Self>("flowType", \.protect.flowType, "The action that the user is about to take."),
        NodeSetting<Self>("deviceSharingType", \.protect.sharing, "Whether the device is known to be shared."),
        NodeSetting<Self>("userType", \.protect.userType, "The kind of user."),
        NodeSetting<Self>("scoreThreshold", \.protect.threshold, "The score above which the outcome is exceed, 0 to 1000."),
        NodeSetting<Self>("recommendedActions", \.protect.actions, "Recommended actions that are outcomes, such as BOT_MITIGATION."),
        NodeSetting<Self>("pauseBehavioralData", \.protect.pausesBehavior, "Whether the client stops collecting how the device is used."),
    ]
    package static let state = ProtectEvaluationNode.state
    /// The outcome of a client's error, and of an evaluation that wasn't possible.
    package static let error = "error"

    package var protect = ProtectEvaluationNode()

    package init() {}

    package var outcomes: [String] { ProtectEvaluationNode.levels + [ProtectEvaluationNode.exceed, Self.error] + protect.actions }
    package var callbacks: [CallbackType] { [.metadata, .hiddenValue] }

    package var objections: [SettingObjection] {
        protect.objections
            + (protect.actions.contains(Self.error) ? [SettingObjection("recommendedActions", "error is another outcome")] : [])
    }
}

/// The older line's node that says how it ended.
package struct MarketplaceProtectResult: NodeDeclaration {
    package static let type = NodeType(
        "PingOneProtectResultNode", alias: "riskResultByMetadata", title: "PingOne Protect Result (Marketplace)",
        "Says how a sign-in ended whose risk was evaluated.")
    package static let settings = [
        NodeSetting<Self>("tntpPingOneConfigName", \.worker, Marketplace.service).inert(ProtectEvaluationNode.ownService),
        NodeSetting<Self>("completionStatus", \.protect.status, "How it ended."),
    ]
    package static let state = ProtectResultNode.state

    package var worker = ""
    package var protect = ProtectResultNode()
    package let outcomes = [Marketplace.next, Marketplace.error]

    package init() {}
}
