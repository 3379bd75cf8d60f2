import Primitives

/// `PingOneProtectInitializeCallback`, or the metadata that stands for it: asks the app to start collecting risk signals
/// (`docs/protocols/step-protocol.md` 11.1).
public struct ProtectInitialization: Question {
    /// The type of callback that asks this, ``CallbackType/protectInitialize``.
    public static var type: CallbackType { .protectInitialize }

    /// The environment for which signals are collected.
    public var environmentID: String
    /// Whether the library writes to the console, `consoleLogEnabled` on the wire; false by default.
    public var isConsoleLogEnabled = false
    /// The names of the device attributes that are not collected, `deviceAttributesToIgnore` on the wire; empty by default.
    public var attributesToIgnore: [String] = []
    /// The host to use in place of the library's own, `customHost` on the wire; empty for none.
    public var customHost = ""
    /// Whether metadata is collected only when it is needed, `lazyMetadata` on the wire; false by default.
    public var isMetadataLazy = false
    /// Whether behaviour is collected, `behavioralDataCollection` on the wire; true by default.
    public var collectsBehavior = true
    /// The interval in days.
    public var deviceKeySyncInterval = 14
    /// Whether `enableTrust` is set on the wire; false by default.
    public var isTrustEnabled = false
    /// Whether `disableTags` is set on the wire; false by default.
    public var areTagsDisabled = false
    /// Whether `disableHub` is set on the wire; false by default.
    public var isHubDisabled = false
    /// The desktop agent; nil where there is none.
    public var agent: Agent?
    /// More outputs for the client's library, by name; not read from the wire. They replace none of the others.
    public var options: [String: String] = [:]

    /// The settings of the desktop agent.
    public struct Agent: Sendable, Equatable {
        /// Whether the agent is asked, `agentIdentification` on the wire.
        public var isEnabled: Bool
        /// The timeout in milliseconds.
        public var timeout: Int
        /// The port at which the agent listens, `agentPort` on the wire; 0 when the server didn't say.
        public var port: Int

        /// Makes an agent of its members, which are taken unchecked.
        public init(isEnabled: Bool, timeout: Int, port: Int) {
            self.isEnabled = isEnabled
            self.timeout = timeout
            self.port = port
        }
    }

    /// Makes a protect initialization of its `environmentID`, which is taken unchecked.
    public init(environmentID: String) { self.environmentID = environmentID }

    /// Reads the wire form; nil without `envId` in the documented form.
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

    /// The wire form, its inputs not yet numbered; the outputs are `envId`, `consoleLogEnabled`, `deviceAttributesToIgnore`, `customHost`,
    /// `lazyMetadata`, `behavioralDataCollection`, `deviceKeyRsyncIntervals`, `enableTrust`, `disableTags`, `disableHub`,
    /// `agentIdentification`, `agentTimeout` and `agentPort`.
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
        for option in options.sorted(by: { $0.key < $1.key }) where !output.contains(where: { $0.name == option.key }) {
            output.append(.init(option.key, option.value))
        }
        return Callback(Self.type, output: output, input: [.empty("clientError")])
    }

    /// The metadata callback that stands for it on servers of versions 7.2 to 7.4; the answer goes into the ``HiddenValue`` `clientError`.
    public var metadata: Callback { .protect("protect_initialize", callback.output) }

    /// - Parameter answer: why it couldn't be started; when it could, nothing is answered.
    public func inputs(for answer: String) -> [Callback.Field] { [.init("clientError", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text("clientError") }
}
