import CallbackBridge
import FRAuth
import FRCore
import Foundation
import JourneyMessages
import Primitives

/// Asks the app to begin collecting signals.
public final class PingOneProtectInitializeCallback: ProtectCallback {
    private var asked: ProtectInitialization? {
        if case .protectInitialization(let question) = wire.kind { question } else { nil }
    }

    /// The environment's id.
    public var envId: String { asked?.environmentID ?? "" }
    /// Whether the SDK writes to the console.
    public var consoleLogEnabled: Bool { asked?.isConsoleLogEnabled ?? false }
    /// The attributes of the device that aren't collected.
    public var deviceAttributesToIgnore: [String] { asked?.attributesToIgnore ?? [] }
    /// The host to use; empty for that of the started SDK.
    public var customHost: String { asked?.customHost ?? "" }
    /// Whether the device's attributes are collected when they are needed.
    public var lazyMetadata: Bool { asked?.isMetadataLazy ?? false }
    /// Whether behaviour is collected.
    public var behavioralDataCollection: Bool { asked?.collectsBehavior ?? true }
    /// The interval in days, which has an effect in browsers alone.
    public var deviceKeyRsyncIntervals: Int { asked?.deviceKeySyncInterval ?? 14 }
    /// Whether an agent on the desktop is to be asked for its identification, which is for browsers.
    public var agentIdentification: Bool { asked?.agent?.isEnabled ?? false }
    /// The time that the agent has to answer, in milliseconds; 0 when the server doesn't say.
    public var agentTimeout: Int { asked?.agent?.timeout ?? 0 }
    /// The port at which the agent listens; 0 when the server doesn't say.
    public var agentPort: Int { asked?.agent?.port ?? 0 }
    /// A setting for browsers.
    public var enableTrust: Bool { asked?.isTrustEnabled ?? false }
    /// A setting for browsers.
    public var disableTags: Bool { asked?.areTagsDisabled ?? false }
    /// A setting for browsers.
    public var disableHub: Bool { asked?.isHubDisabled ?? false }

    /// Returns what the server says, by its documented names.
    public func getConfig() -> [String: Any] {
        [
            "envId": envId, "consoleLogEnabled": consoleLogEnabled, "deviceAttributesToIgnore": deviceAttributesToIgnore,
            "customHost": customHost, "lazyMetadata": lazyMetadata, "behavioralDataCollection": behavioralDataCollection,
            "deviceKeyRsyncIntervals": deviceKeyRsyncIntervals, "enableTrust": enableTrust, "disableTags": disableTags,
            "disableHub": disableHub, "agentIdentification": agentIdentification, "agentTimeout": agentTimeout, "agentPort": agentPort,
        ]
    }

    /// Begins to collect as the server says. A failure becomes the callback's client error.
    public func start(completion: @escaping ProtectResultCallback) {
        let params = PIInitParams(
            envId: envId, deviceAttributesToIgnore: deviceAttributesToIgnore, consoleLogEnabled: consoleLogEnabled,
            customHost: customHost.isEmpty ? nil : customHost, lazyMetadata: lazyMetadata,
            behavioralDataCollection: behavioralDataCollection, agentIdentification: agentIdentification, agentTimeout: agentTimeout,
            agentPort: agentPort, enableTrust: enableTrust)
        let (callback, done) = (Handoff(self), Handoff(completion))
        PIProtect.start(initParams: params) { error in
            guard let error else { return done.value(.success) }
            callback.value.setClientError(error.localizedDescription)
            done.value(.failure(PingOneProtectInitException(error.localizedDescription)))
        }
    }
}
