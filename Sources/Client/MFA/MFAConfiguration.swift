public import DeviceFoundation
public import DeviceMessages

/// The configuration that an ``MFADevice`` is made with.
public struct MFAConfiguration: Sendable {
    /// The servers that the device may talk to, as `{base}/device/v1/{realm UUID}`; a bare pairing key or code goes to the first.
    public var issuers: [DeviceIssuer]
    /// The app, by whose id the server tells which pairing keys are for it.
    public var app: AppDescription
    /// The device's description of itself.
    public var device: DeviceDescription
    /// The app's client id, for mobile payloads and ID tokens; nil for an app that does nothing but authenticate.
    public var client: String?
    /// Issuers of ID tokens that are believed; by default those of the platform, `{base}/{realm UUID}/as`.
    public var tokenIssuers: [String]
    /// The prefix of the application's authentication-code URIs; nil takes any.
    public var codePrefix: String?
    /// Whether the device may be paired in several realms at a time; yes by default.
    public var allowsSeveralRealms = true
    /// Whether pushes come over the server's own push service when no other address was set; yes by default.
    public var usesBuiltInPush = true
    /// Verifies the user, when an approval doesn't say how that was done.
    public var verification: (any UserVerification)?
    /// Gets evidence that app and device are genuine, when a server wants some; nil when there is no provider of it.
    public var integrity: (any IntegrityProvider)?
    /// Looks for signs of tampering, which servers are told of with what else the device says of itself; nil doesn't look.
    public var tampering: TamperDetection?
    /// A store that is lost when the app is removed, unlike the one that holds the keys; nil when both are. By it a reinstallation is
    /// seen, after which the device is paired still only if ``MFADevice/setStaysPairedAfterReinstall(_:)`` said so.
    public var appData: (any SecureStore)?

    /// A configuration with its usual values.
    public init(issuers: [DeviceIssuer], app: AppDescription, device: DeviceDescription, client: String? = nil) {
        self.issuers = issuers
        self.app = app
        self.device = device
        self.client = client
        tokenIssuers = issuers.map { "\($0.base)/\($0.realm)/as" }
    }

    /// The device's description of itself now.
    var description: DeviceDescription {
        guard let noticed = tampering?.look() else { return device }
        var description = device
        description.tampering = TamperReport(score: noticed.score, findings: noticed.findings)
        return description
    }
}
