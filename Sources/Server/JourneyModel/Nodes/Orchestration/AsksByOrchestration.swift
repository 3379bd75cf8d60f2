package import JourneyMessages
import Primitives
import ResourceMessages
import Translations

/// The settings and outcomes of nodes that ask a user in a customer's app with the Orchestration SDK.
package struct OrchestrationAsking: Sendable {
    package var application = ""
    package var method = Method.pin
    package var lifetime = 0
    package var waiting = LocalizedText(\.approveInApp)
    package var showsCode = false
    package var seconds = 2
    package var exit = LocalizedText(\.cancel)

    /// The ways in which the app verifies the user before it approves.
    package enum Method: String, SettingValue, CaseIterable {
        case none = "NoPIN"
        case pin = "PIN"
        case fingerprint = "Fingerprint"
        case face = "Face"
    }

    /// The outcome of a request that the user accepted.
    package static let accepted = "accepted"
    /// The outcome of a request that the user refused.
    package static let refused = "refused"
    /// Not decided in time.
    package static let expired = "timeout"
    /// Wrong PINs have used up the tries.
    package static let failed = "failed"
    /// The user has no authenticator in the application, or none that isn't locked.
    package static let noDevice = "noDevice"
    /// The outcome for a user who has left the page.
    package static let exited = "exited"
}

/// A node that asks a user in a customer's app with the Orchestration SDK.
package protocol AsksByOrchestration: ProvesUser {
    var asking: OrchestrationAsking { get set }
}

extension AsksByOrchestration {
    static var askingSettings: [NodeSetting<Self>] {
        [
            NodeSetting("application", \.asking.application, required: true, "The application whose users have such authenticators.")
                .naming(.application),
            NodeSetting("method", \.asking.method, "How the app verifies the user before an approval."),
            NodeSetting(
                "lifetime", \.asking.lifetime, in: 0...300,
                "For how many seconds the request can be answered; 0 for as long as the realm says."),
            NodeSetting("waitingMessage", \.asking.waiting, "The message to show while the app is asked."),
            NodeSetting("showsCode", \.asking.showsCode, "Whether the request is shown as a QR code too, for an app that no push reaches."),
            NodeSetting("seconds", \.asking.seconds, in: 1...60, "After how many seconds the page looks again."),
            NodeSetting("exitMessage", \.asking.exit, "The label of the button to stop waiting."),
        ]
    }

    package static var state: StateUse {
        StateUse(reads: ["username"], writes: ["username", "orchestrationRequest", "orchestrationAuthenticator"])
    }

    package var outcomes: [String] {
        typealias End = OrchestrationAsking
        return [End.accepted, End.refused, End.expired, End.failed, End.noDevice, End.exited]
    }

    package var callbacks: [CallbackType] { [.hiddenValue, .pollingWait, .confirmation] }
}
