import Primitives

/// `DeviceSigningVerifierCallback`: asks the device to sign the challenge with a bound key (`pingam-protocol.md` 8.3).
public struct DeviceSigningQuestion: Question {
    public static var type: CallbackType { .deviceSigning }

    /// The user whose key is to sign; nil lets the device choose, and its signature then tells the user.
    public var userID: String?
    /// The challenge in standard Base64.
    public var challenge: String
    public var prompt: DevicePrompt
    /// The time that the user has, in seconds; also how long the signature is valid.
    public var timeout: Int

    public init(userID: String?, challenge: String, prompt: DevicePrompt = DevicePrompt(), timeout: Int = 60) {
        self.userID = userID
        self.challenge = challenge
        self.prompt = prompt
        self.timeout = timeout
    }

    public init?(_ callback: Callback) {
        guard let challenge = callback.text("challenge") else { return nil }
        let userID = callback.text("userId") ?? ""
        self.init(
            userID: userID.isEmpty ? nil : userID, challenge: challenge, prompt: DevicePrompt(callback),
            timeout: callback.whole("timeout") ?? 60)
    }

    public var callback: Callback {
        Callback(
            Self.type,
            output: [.init("userId", userID ?? ""), .init("challenge", challenge)] + prompt.output + [.init("timeout", timeout)],
            input: [.empty("jws"), .empty("clientError")])
    }

    public func inputs(for answer: DeviceSigningOutcome) -> [Callback.Field] {
        switch answer {
        case .signed(let jws): [.init("jws", jws)]
        case .failed(let reason): [.init("clientError", reason)]
        }
    }

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
