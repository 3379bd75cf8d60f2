import Primitives

/// `DeviceSigningVerifierCallback`: asks the device to sign the challenge with a bound key (`docs/protocols/step-protocol.md` 8.3).
public struct DeviceSigningQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/deviceSigning``.
    public static var type: CallbackType { .deviceSigning }

    /// The user whose key is to sign; nil lets the device choose, and its signature then tells the user.
    public var userID: String?
    /// The challenge in standard Base64.
    public var challenge: String
    /// The texts that the device shows while the user unlocks the key.
    public var prompt: DevicePrompt
    /// The time that the user has, in seconds; also how long the signature is valid.
    public var timeout: Int

    /// Makes a device signing question of its members, which are taken unchecked. By default `prompt` is `DevicePrompt()`, and `timeout` is
    /// `60`.
    public init(userID: String?, challenge: String, prompt: DevicePrompt = DevicePrompt(), timeout: Int = 60) {
        self.userID = userID
        self.challenge = challenge
        self.prompt = prompt
        self.timeout = timeout
    }

    /// Reads the wire form; nil without `challenge` in the documented form.
    public init?(_ callback: Callback) {
        guard let challenge = callback.text("challenge") else { return nil }
        let userID = callback.text("userId") ?? ""
        self.init(
            userID: userID.isEmpty ? nil : userID, challenge: challenge, prompt: DevicePrompt(callback),
            timeout: callback.whole("timeout") ?? 60)
    }

    /// The wire form, its inputs not yet numbered; the outputs are `userId`, `challenge` and `timeout`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [.init("userId", userID ?? ""), .init("challenge", challenge)] + prompt.output + [.init("timeout", timeout)],
            input: [.empty("jws"), .empty("clientError")])
    }

    /// The inputs that carry the answer: `jws` and `clientError`.
    public func inputs(for answer: DeviceSigningOutcome) -> [Callback.Field] {
        switch answer {
        case .signed(let jws): [.init("jws", jws)]
        case .failed(let reason): [.init("clientError", reason)]
        }
    }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/document``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> DeviceSigningOutcome? {
        if let reason = try given.text("clientError") { return .failed(reason) }
        return try given.text("jws", limit: StepLimits.document).map { .signed(jws: $0) }
    }
}

/// The result of signing with a bound key.
public enum DeviceSigningOutcome: Sendable, Equatable {
    /// The signed challenge.
    case signed(jws: String)
    /// `Timeout`, `Abort`, `Unsupported`, `ClientNotRegistered`, or a word of the app's own.
    case failed(String)
}
