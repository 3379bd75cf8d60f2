import Primitives

/// `PingOneProtectInitializeCallback`, or the metadata that stands for it: asks the app to start collecting risk signals
/// (`pingam-protocol.md` 11.1).
public struct ProtectInitialization: Question {
    public static var type: CallbackType { .protectInitialize }

    /// The environment for which signals are collected.
    public var environmentID: String
    public var isConsoleLogEnabled = false
    public var attributesToIgnore: [String] = []
    public var customHost = ""
    public var isMetadataLazy = false
    public var collectsBehavior = true
    /// The interval in days.
    public var deviceKeySyncInterval = 14
    public var isTrustEnabled = false
    public var areTagsDisabled = false
    public var isHubDisabled = false
    /// The desktop agent; nil where there is none.
    public var agent: Agent?

    /// The settings of the desktop agent.
    public struct Agent: Sendable, Equatable {
        public var isEnabled: Bool
        /// The timeout in milliseconds.
        public var timeout: Int
        public var port: Int

        public init(isEnabled: Bool, timeout: Int, port: Int) {
            self.isEnabled = isEnabled
            self.timeout = timeout
            self.port = port
        }
    }

    public init(environmentID: String) { self.environmentID = environmentID }

    public init?(_ callback: Callback) {
        let source = callback.type == .metadata ? callback.unfolded : callback
        guard let environmentID = source.text("envId") else { return nil }
        self.init(environmentID: environmentID)
        read(source)
    }

    private mutating func read(_ callback: Callback) {
        isConsoleLogEnabled = callback.flag("consoleLogEnabled") ?? false
        attributesToIgnore = callback.texts("deviceAttributesToIgnore") ?? []
        customHost = callback.text("customHost") ?? ""
        isMetadataLazy = callback.flag("lazyMetadata") ?? false
        collectsBehavior = callback.flag("behavioralDataCollection") ?? true
        deviceKeySyncInterval = callback.whole("deviceKeyRsyncIntervals") ?? 14
        isTrustEnabled = callback.flag("enableTrust") ?? false
        areTagsDisabled = callback.flag("disableTags") ?? false
        isHubDisabled = callback.flag("disableHub") ?? false
        agent = callback.flag("agentIdentification").map {
            Agent(isEnabled: $0, timeout: callback.whole("agentTimeout") ?? 0, port: callback.whole("agentPort") ?? 0)
        }
    }

    public var callback: Callback {
        var output: [Callback.Field] = [
            .init("envId", environmentID), .init("consoleLogEnabled", isConsoleLogEnabled),
            .init("deviceAttributesToIgnore", attributesToIgnore), .init("customHost", customHost),
            .init("lazyMetadata", isMetadataLazy), .init("behavioralDataCollection", collectsBehavior),
            .init("deviceKeyRsyncIntervals", deviceKeySyncInterval), .init("enableTrust", isTrustEnabled),
            .init("disableTags", areTagsDisabled), .init("disableHub", isHubDisabled),
        ]
        if let agent {
            output += [
                .init("agentIdentification", agent.isEnabled), .init("agentTimeout", agent.timeout), .init("agentPort", agent.port),
            ]
        }
        return Callback(Self.type, output: output, input: [.empty("clientError")])
    }

    /// - Parameter answer: why it couldn't be started; when it could, nothing is answered.
    public func inputs(for answer: String) -> [Callback.Field] { [.init("clientError", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text("clientError") }
}
