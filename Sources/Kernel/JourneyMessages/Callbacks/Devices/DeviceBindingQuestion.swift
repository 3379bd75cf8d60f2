import Primitives

/// `DeviceBindingCallback`: asks the device to make a key, bound to the user, and to sign the challenge with it
/// (`docs/protocols/step-protocol.md` 8.1).
public struct DeviceBindingQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/deviceBinding``.
    public static var type: CallbackType { .deviceBinding }

    /// The user's identifier across realms, and name.
    public var userID: String
    /// The user's name; empty when the server sent none.
    public var username: String
    /// The protection that the new key must have.
    public var authentication: Authentication
    /// The challenge in standard Base64.
    public var challenge: String
    /// The texts that the device shows while the user unlocks the key.
    public var prompt: DevicePrompt
    /// The time that the user has, in seconds; also how long the signature is valid.
    public var timeout: Int
    /// Whether the key must be attested; nil to leave it out.
    public var wantsAttestation: Bool?
    /// Signature algorithms that the server takes besides those of the documented apps, by their names in JOSE: `ML-DSA-65`. No other
    /// server says so; an empty list is left out.
    public var furtherAlgorithms: [String]

    /// The protection of the key.
    public enum Authentication: String, Sendable {
        /// Biometrics only: no device PIN or pattern in their place.
        case biometricOnly = "BIOMETRIC_ONLY"
        /// Biometrics, or the device's PIN or pattern.
        case biometricAllowFallback = "BIOMETRIC_ALLOW_FALLBACK"
        /// A PIN that the app itself asks for.
        case applicationPIN = "APPLICATION_PIN"
        /// No protection: the key is used without the user.
        case none = "NONE"
    }

    /// Makes a device binding question of its members, which are taken unchecked. By default `wantsAttestation` is nil, `furtherAlgorithms`
    /// is empty, `prompt` is `DevicePrompt()`, and `timeout` is `60`.
    public init(
        userID: String, username: String, authentication: Authentication, challenge: String, prompt: DevicePrompt = DevicePrompt(),
        timeout: Int = 60, wantsAttestation: Bool? = nil, furtherAlgorithms: [String] = []
    ) {
        self.userID = userID
        self.username = username
        self.authentication = authentication
        self.challenge = challenge
        self.prompt = prompt
        self.timeout = timeout
        self.wantsAttestation = wantsAttestation
        self.furtherAlgorithms = furtherAlgorithms
    }

    /// Reads the wire form; nil without `userId`, `challenge` or `authenticationType` in the documented form.
    public init?(_ callback: Callback) {
        guard let userID = callback.text("userId"), let challenge = callback.text("challenge"),
            let authentication = callback.text("authenticationType").flatMap(Authentication.init)
        else { return nil }
        self.init(
            userID: userID, username: callback.text("username") ?? "", authentication: authentication, challenge: challenge,
            prompt: DevicePrompt(callback), timeout: callback.whole("timeout") ?? 60, wantsAttestation: callback.flag("attestation"),
            furtherAlgorithms: callback.texts("furtherAlgorithms") ?? [])
    }

    /// The wire form; `attestation` comes after `challenge`, for a client that reads in order (`docs/protocols/step-protocol.md` 0, rule
    /// 11).
    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("userId", userID), .init("username", username), .init("authenticationType", authentication.rawValue),
                .init("challenge", challenge),
            ] + prompt.output + [.init("timeout", timeout)] + (wantsAttestation.map { [.init("attestation", $0)] } ?? [])
                + (furtherAlgorithms.isEmpty ? [] : [.init("furtherAlgorithms", furtherAlgorithms)]),
            input: [.empty("jws"), .empty("deviceName"), .empty("deviceId"), .empty("clientError")])
    }

    /// The inputs that carry the answer: `clientError`, `jws`, `deviceName` and `deviceId`.
    public func inputs(for answer: DeviceBindingOutcome) -> [Callback.Field] {
        switch answer {
        case .failed(let reason): [.init("clientError", reason)]
        case .bound(let jws, let name, let identifier):
            [.init("jws", jws), .init("deviceName", name ?? ""), .init("deviceId", identifier)]
        }
    }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/document``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> DeviceBindingOutcome? {
        if let reason = try given.text("clientError") { return .failed(reason) }
        guard let jws = try given.text("jws", limit: StepLimits.document) else { return nil }
        return .bound(jws: jws, deviceName: try given.text("deviceName"), deviceID: try given.text("deviceId") ?? "")
    }
}

/// The result of binding a device.
public enum DeviceBindingOutcome: Sendable, Equatable {
    /// The signed challenge, what the user calls the device, and the device's identifier.
    case bound(jws: String, deviceName: String?, deviceID: String)
    /// `Timeout`, `Abort`, `Unsupported`, or a word of the app's own.
    case failed(String)
}
