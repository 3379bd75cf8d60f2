import Primitives

/// The settings with which the SDK is started.
public final class STInitParams {
    /// The app's id.
    public let applicationId: String
    /// The host of the service, with or without a scheme.
    public let serverHost: String
    let appSecret: Secret
    /// The user's id, if it is known; it leaves the device as a hash.
    public var userId: String?
    /// The session's id, if it is known; it leaves the device as a hash.
    public var sessionId: String?
    /// Whether the app is being developed; false by default. It has the same effect as ``consoleLogEnabled``.
    public var debugMode = false
    /// Whether the SDK writes to the console; false by default.
    public var consoleLogEnabled = false
    /// Taken without an effect: nothing is ever logged anywhere but on the console. True by default, as documented.
    public var externalLogsEnabled = true

    /// Makes settings of an app's credentials.
    public init(applicationId: String, andAppSecret appSecret: String, andServerHost serverHost: String) {
        self.applicationId = applicationId
        self.appSecret = Secret(appSecret)
        self.serverHost = serverHost
    }
}

/// The names of the SDK for Android.
extension STInitParams {
    /// Makes settings of an app's credentials.
    public convenience init(_ applicationId: String, _ appSecret: String, _ serverHost: String) {
        self.init(applicationId: applicationId, andAppSecret: appSecret, andServerHost: serverHost)
    }

    /// Sets the user's id.
    @discardableResult
    public func setUserId(_ userId: String?) -> STInitParams { setting { $0.userId = userId } }
    /// Sets the session's id.
    @discardableResult
    public func setSessionId(_ sessionId: String?) -> STInitParams { setting { $0.sessionId = sessionId } }
    /// Sets whether the app is being developed.
    @discardableResult
    public func setDebugMode(_ isDebugging: Bool) -> STInitParams { setting { $0.debugMode = isDebugging } }
    /// Sets whether the SDK writes to the console.
    @discardableResult
    public func setConsoleLogEnabled(_ isEnabled: Bool) -> STInitParams { setting { $0.consoleLogEnabled = isEnabled } }
    /// Sets what has no effect.
    @discardableResult
    public func setExternalLogsEnabled(_ isEnabled: Bool) -> STInitParams { setting { $0.externalLogsEnabled = isEnabled } }

    private func setting(_ edit: (STInitParams) -> Void) -> STInitParams {
        edit(self)
        return self
    }
}
