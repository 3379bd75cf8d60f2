public import DeviceFoundation
public import Primitives

/// The choices of an app for its authenticator.
public struct OrchestrationConfiguration: Sendable {
    /// The domain of users that are named without one.
    public var defaultDomain: String
    /// The device as it describes itself when it is activated, and in its data: JSON.
    public var device: JSONObject
    /// The recognition of the user by a fingerprint, or what the system has; nil where there is none.
    public var biometrics: (any UserVerification)?
    /// The recognition of the user's face; nil where there is none.
    public var face: (any UserVerification)?
    /// The reason that the user is told where the system recognizes them, one sentence; in English by default.
    public var recognitionReason = KeypadText.recognition.english
    /// Looks for signs that the device is rooted; nil for an app that doesn't want that.
    public var tampering: TamperDetection?
    /// The degree from 0 to 1 beyond which a device counts as rooted.
    public var tamperingThreshold = 0.5
    /// The cost of a try of the PIN.
    public var stretching: PINStretching
    /// The cost of a try of an activation password, for simulations; nil for the one that is specified, which every server has.
    package var activationRounds: Int?
    /// Is told of what doesn't end a flow.
    public var warning: @Sendable (OrchestrationWarning) -> Void

    /// Makes a configuration without biometrics, by default with detection of rooted devices.
    public init(
        defaultDomain: String = "", device: JSONObject = [:], biometrics: (any UserVerification)? = nil,
        face: (any UserVerification)? = nil,
        tampering: TamperDetection? = TamperDetection(), stretching: PINStretching = PINStretching(),
        warning: @escaping @Sendable (OrchestrationWarning) -> Void = { _ in }
    ) {
        self.defaultDomain = defaultDomain
        self.device = device
        self.biometrics = biometrics
        self.face = face
        self.tampering = tampering
        self.stretching = stretching
        self.warning = warning
    }
}

/// A remark that doesn't end a flow.
public enum OrchestrationWarning: Int, Sendable, CaseIterable {
    /// The way in which the user was to be verified isn't there, or other biometrics are enrolled than before, so the PIN was asked for.
    case methodFallback = -8100
    /// Some data of the device couldn't be collected.
    case partialDeviceData = -8101
    /// The device's clock and the server's differ by more than half a minute.
    case clockSkew = -8102
    /// The device may be rooted.
    case rootSuspected = -8103
    /// A text, colour or size of the keypad can't be read, so the default was taken.
    case keypadAppearance = -8104
}
