public import DeviceFoundation
public import DeviceMessages
public import PingIDMessages

/// The configuration that a ``PingIDDevice`` is made with.
public struct PingIDConfiguration: Sendable {
    /// The app's id as the administrator sees it.
    public var application: String
    /// The ways to authenticate that the app supports; all by default.
    public var capability = MFACapability.automatic
    /// The servers that the device may talk to, as `{base}/device/v1/{realm UUID}`; the first is the default.
    public var issuers: [DeviceIssuer]
    /// The app.
    public var app: AppDescription
    /// The device's description of itself.
    public var device: DeviceDescription
    /// Looks for signs of tampering; nil doesn't look, and such a device counts as one whose root detection finds nothing.
    public var tampering: TamperDetection?
    /// A store that is lost when the app is removed, unlike the one that holds the keys; nil when both are. By it a reinstallation is
    /// seen, after which the device is trusted still only if ``PingIDDevice/setKeepsTrustAfterReinstall(_:)`` said so.
    public var appData: (any SecureStore)?

    /// A configuration with its usual values.
    public init(application: String, issuers: [DeviceIssuer], app: AppDescription, device: DeviceDescription) {
        self.application = application
        self.issuers = issuers
        self.app = app
        self.device = device
    }

    /// The findings of root detection now; nil when the device doesn't look.
    var findings: TamperReport? {
        tampering?.look().report
    }

    /// The device's description of itself now.
    var description: DeviceDescription {
        var description = device
        description.tampering = findings
        return description
    }
}

extension TamperDetection.Result {
    fileprivate var report: TamperReport { TamperReport(score: score, findings: findings) }
}

extension TamperReport {
    /// Whether the device itself counts as rooted; what scores a half, such as a container, is no sure sign.
    var isRooted: Bool { score > 0.5 }
}
