/// The settings with which collecting begins.
public final class PIInitParams: Sendable {
    /// The environment's id; without it, collecting can't begin.
    public let envId: String?
    /// The attributes of the device that aren't collected, such as `AUDIO_OUTPUT_DEVICES`; nil for none.
    public let deviceAttributesToIgnore: [String]?
    /// Whether the SDK writes to the console; false by default.
    public let consoleLogEnabled: Bool
    /// The host to use, with or without a scheme and a path; nil for that of the started SDK.
    public let customHost: String?
    /// Whether the device's attributes are collected when they are needed; false by default.
    public let lazyMetadata: Bool
    /// Whether behaviour is collected; true by default.
    public let behavioralDataCollection: Bool
    /// Whether an agent on the desktop is asked for its identification. Phones have none: the start says so in the log.
    public let agentIdentification: Bool
    /// The time that the agent has to answer, in milliseconds; it goes with ``agentIdentification``.
    public let agentTimeout: Int
    /// The port at which the agent listens; it goes with ``agentIdentification``.
    public let agentPort: Int
    /// Whether the device is trusted by a key in the browser. An app has no browser: the start says so in the log.
    public let enableTrust: Bool

    /// Makes settings.
    public init(
        envId: String? = nil, deviceAttributesToIgnore: [String]? = nil, consoleLogEnabled: Bool = false, customHost: String? = nil,
        lazyMetadata: Bool = false, behavioralDataCollection: Bool = true, agentIdentification: Bool = false, agentTimeout: Int = 0,
        agentPort: Int = 0, enableTrust: Bool = false
    ) {
        self.envId = envId
        self.deviceAttributesToIgnore = deviceAttributesToIgnore
        self.consoleLogEnabled = consoleLogEnabled
        self.customHost = customHost
        self.lazyMetadata = lazyMetadata
        self.behavioralDataCollection = behavioralDataCollection
        self.agentIdentification = agentIdentification
        self.agentTimeout = agentTimeout
        self.agentPort = agentPort
        self.enableTrust = enableTrust
    }
}
