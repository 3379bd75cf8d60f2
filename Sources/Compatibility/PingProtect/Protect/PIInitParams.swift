/// The settings with which collecting begins.
public final class PIInitParams: Sendable {
    /// The environment's id.
    public let envId: String
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

    /// Makes settings.
    public init(
        envId: String, deviceAttributesToIgnore: [String]? = nil, consoleLogEnabled: Bool = false, customHost: String? = nil,
        lazyMetadata: Bool = false, behavioralDataCollection: Bool = true
    ) {
        self.envId = envId
        self.deviceAttributesToIgnore = deviceAttributesToIgnore
        self.consoleLogEnabled = consoleLogEnabled
        self.customHost = customHost
        self.lazyMetadata = lazyMetadata
        self.behavioralDataCollection = behavioralDataCollection
    }
}
