package import JourneyMessages
import Primitives

/// Asks the client to collect signals from now on (`docs/protocols/step-protocol.md` 11.1).
package struct ProtectInitializeNode: NodeDeclaration {
    package static let type = NodeType(
        "product-PingOneProtectInitializeNode", alias: "collectSignals", title: "PingOne Protect Initialize",
        "Asks the client to collect signals of the device and of how it is used.", interaction: .always, repetition: .never,
        standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("pingOneWorker", \.worker, "The platform's worker in AM.").inert(ProtectEvaluationNode.ownService),
        NodeSetting<Self>("consoleLogEnabled", \.isConsoleLogEnabled, "Whether the client's library writes to the console."),
        NodeSetting<Self>("deviceAttributesToIgnore", \.ignored, "The attributes of the device that aren't told."),
        NodeSetting<Self>("customHost", \.host, "The server that signals go to; this one when empty."),
        NodeSetting<Self>("lazyMetadata", \.isLazy, "Whether the device's attributes are collected only when they are needed."),
        NodeSetting<Self>("behavioralDataCollection", \.collectsBehavior, "Whether it is collected how the device is used."),
        NodeSetting<Self>("deviceKeyRsyncIntervals", \.keyInterval, in: 1...365, "The days after which a client renews its device's key."),
        NodeSetting<Self>("enableTrust", \.isTrustEnabled, "Whether a client ties its device to a key, where it can."),
        NodeSetting<Self>("disableTags", \.areTagsDisabled, "Whether a client sends no tags."),
        NodeSetting<Self>("disableHub", \.isHubDisabled, "Whether a client keeps to its own origin."),
        NodeSetting<Self>("agentIdentification", \.asksAgent, "Whether a client asks an agent on the desktop."),
        NodeSetting<Self>("additionalSignalsInitializationOptions", \.options, "More members for the client's library, by name."),
    ]

    package var worker = ""
    package var isConsoleLogEnabled = false
    package var ignored: [String] = []
    package var host = ""
    package var isLazy = false
    package var collectsBehavior = true
    package var keyInterval = 14
    package var isTrustEnabled = false
    package var areTagsDisabled = false
    package var isHubDisabled = false
    package var asksAgent = false
    package var options: [String: String] = [:]
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var callbacks: [CallbackType] { [.protectInitialize] }

    package var objections: [SettingObjection] {
        guard options.count <= 32, options.allSatisfy({ (1...64).contains($0.key.utf8.count) && $0.value.utf8.count <= 512 }) else {
            return [
                SettingObjection("additionalSignalsInitializationOptions", "expected up to 32 names of 1 to 64 bytes, with short values")
            ]
        }
        return []
    }

    /// The question to the client.
    ///
    /// - Parameters:
    ///   - environment: the realm's id.
    ///   - origin: this server's address.
    package func question(environment: String, origin: String) -> ProtectInitialization {
        var question = ProtectInitialization(environmentID: environment)
        question.isConsoleLogEnabled = isConsoleLogEnabled
        question.attributesToIgnore = ignored
        question.customHost = host.isEmpty ? origin : host
        question.isMetadataLazy = isLazy
        question.collectsBehavior = collectsBehavior
        question.deviceKeySyncInterval = keyInterval
        question.isTrustEnabled = isTrustEnabled
        question.areTagsDisabled = areTagsDisabled
        question.isHubDisabled = isHubDisabled
        if asksAgent { question.agent = ProtectInitialization.Agent(isEnabled: true, timeout: 500, port: 9400) }
        question.options = options
        return question
    }
}
