import Primitives

/// `AppIntegrityCallback`: asks the app to prove that it is genuine. Two nodes share the name (`docs/protocols/step-protocol.md` 11.3).
public enum AppIntegrityQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/appIntegrity``.
    public static var type: CallbackType { .appIntegrity }

    /// Play Integrity: the kind of request (`Classic`, `Standard`), the project's number, and a nonce in Base64URL.
    case playIntegrity(requestType: String, projectNumber: String, nonce: String)
    /// App Attest: a challenge, and the earlier attestation, `keyId::attestation`; nil the first time.
    case appAttest(challenge: String, attestation: String?)

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) {
        if let challenge = callback.text("challenge") {
            let attestation = callback.text("attestToken") ?? ""
            self = .appAttest(challenge: challenge, attestation: attestation.isEmpty ? nil : attestation)
        } else if let type = callback.text("requestType") {
            self = .playIntegrity(
                requestType: type, projectNumber: callback.text("projectNumber") ?? "", nonce: callback.text("nonce") ?? "")
        } else {
            return nil
        }
    }

    /// The wire form, its inputs not yet numbered; the outputs are `requestType`, `projectNumber`, `nonce`, `challenge` and `attestToken`.
    public var callback: Callback {
        switch self {
        case .playIntegrity(let type, let project, let nonce):
            Callback(
                Self.type, output: [.init("requestType", type), .init("projectNumber", project), .init("nonce", nonce)],
                input: [.empty("token"), .empty("clientError")])
        case .appAttest(let challenge, let attestation):
            Callback(
                Self.type, output: [.init("challenge", challenge), .init("attestToken", attestation ?? "")],
                input: [
                    .empty("clientError"), .empty("attestToken"), .empty("token"), .empty("clientData"), .empty("keyId"),
                ])
        }
    }

    /// The inputs that carry the answer: `clientError`, `token`, `attestToken`, `clientData` and `keyId`.
    public func inputs(for answer: AppIntegrityOutcome) -> [Callback.Field] {
        switch answer {
        case .failed(let reason): [.init("clientError", reason)]
        case .playIntegrity(let token): [.init("token", token)]
        case .appAttest(let assertion, let clientData, let keyID, let attestation):
            [
                .init("attestToken", attestation ?? ""), .init("token", assertion ?? ""), .init("clientData", clientData),
                .init("keyId", keyID),
            ]
        }
    }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/document``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> AppIntegrityOutcome? {
        if let reason = try given.text("clientError") { return .failed(reason) }
        let token = try given.text("token", limit: StepLimits.document)
        guard case .appAttest = self else { return token.map { .playIntegrity(token: $0) } }
        let attestation = try given.text("attestToken", limit: StepLimits.document)
        guard token != nil || attestation != nil else { return nil }
        return .appAttest(
            assertion: token, clientData: try given.text("clientData", limit: StepLimits.document) ?? "",
            keyID: try given.text("keyId") ?? "", attestation: attestation)
    }
}

/// The result of an app's proof.
public enum AppIntegrityOutcome: Sendable, Equatable {
    /// Play Integrity's token, as the library gave it.
    case playIntegrity(token: String)
    /// Client data and key id, with the attestation of a new key, or with an assertion of a known key and its attestation. All of it is in
    /// standard Base64.
    case appAttest(assertion: String?, clientData: String, keyID: String, attestation: String?)
    /// `Unsupported`, `Abort` or `ClientDeviceErrors`.
    case failed(String)
}
