/// The settings with which today's library is started.
public final class POInitParams {
    /// The environment's id.
    public var envId: String?
    /// Whether behaviour is collected; true by default.
    public var behavioralDataCollection = true
    /// The attributes of the device that aren't collected; nil for none.
    public var deviceAttributesToIgnore: [String]?
    /// Whether the SDK writes to the console; false by default.
    public var consoleLogEnabled = false
    /// The host to use; nil for that of the started SDK.
    public var customHost: String?
    /// Whether the device's attributes are collected when they are needed; false by default.
    public var lazyMetadata = false

    /// Makes settings of an environment's id.
    public init(envId: String? = nil) { self.envId = envId }

    var protect: PIInitParams {
        PIInitParams(
            envId: envId, deviceAttributesToIgnore: deviceAttributesToIgnore, consoleLogEnabled: consoleLogEnabled,
            customHost: customHost, lazyMetadata: lazyMetadata, behavioralDataCollection: behavioralDataCollection)
    }
}
