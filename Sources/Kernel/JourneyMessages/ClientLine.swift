import Primitives

/// A line of the documented SDKs, by what it knows of the step protocol (`docs/protocols/step-protocol.md` 3.1).
public enum ClientLine: String, Sendable, CaseIterable {
    /// The legacy SDK for iOS; it gives up a step with an unknown callback.
    case iOSLegacy = "ios-legacy"
    /// The legacy SDK for Android; it gives up a step with an unknown callback.
    case androidLegacy = "android-legacy"
    /// The legacy SDK for browsers; it hands unknown callbacks over to the app.
    case javaScriptLegacy = "javascript-legacy"
    /// The current SDK for iOS; it drops unknown callbacks.
    case iOS = "ios"
    /// The current SDK for Android; it drops unknown callbacks.
    case android = "android"
    /// The current SDK for browsers; it hands unknown callbacks over to the app.
    case javaScript = "javascript"

    /// The treatment of a step with a callback that the line doesn't know.
    public enum Ignorance: Sendable, Equatable {
        /// The whole step is given up, and the journey with it.
        case failsStep
        /// The callback is dropped, and missing from the answer.
        case dropsCallback
        /// The app gets it as it is.
        case handsOver
    }

    /// The line's treatment of a callback that it doesn't know (`docs/protocols/step-protocol.md` 0, rule 8).
    public var ignorance: Ignorance {
        switch self {
        case .iOSLegacy, .androidLegacy: .failsStep
        case .iOS, .android: .dropsCallback
        case .javaScriptLegacy, .javaScript: .handsOver
        }
    }
}

extension CallbackType {
    /// Whether the SDKs of a line know this type, with the modules that belong to them.
    public func isKnown(to line: ClientLine) -> Bool { Self.lines[self]?.contains(line) ?? false }

    private static let lines: [CallbackType: Set<ClientLine>] = {
        let everywhere: [CallbackType] = [
            .name, .password, .validatedUsername, .validatedPassword, .stringAttribute, .numberAttribute, .booleanAttribute, .choice,
            .confirmation, .kbaCreate, .termsAndConditions, .textOutput, .suspendedTextOutput, .textInput, .hiddenValue, .pollingWait,
            .metadata, .enterpriseCaptcha, .deviceProfile,
        ]
        let javaScript: Set<ClientLine> = [.javaScriptLegacy, .javaScript]
        let someSDKs: [CallbackType: Set<ClientLine>] = [
            .consentMapping: [.androidLegacy, .iOS, .android, .javaScript],
            .captcha: javaScript.union([.iOSLegacy, .androidLegacy]),
            .deviceBinding: [.iOSLegacy, .androidLegacy, .iOS, .android], .deviceSigning: [.iOSLegacy, .androidLegacy, .iOS, .android],
            .selectProvider: javaScript.union([.iOSLegacy, .androidLegacy, .android]),
            .identityProvider: [.iOSLegacy, .androidLegacy, .android], .redirect: javaScript,
            .appIntegrity: [.iOSLegacy, .androidLegacy],
            .protectInitialize: javaScript.union([.iOSLegacy, .androidLegacy, .android]),
            .protectEvaluation: javaScript.union([.iOSLegacy, .androidLegacy, .android]),
        ]
        return Dictionary(uniqueKeysWithValues: everywhere.map { ($0, Set(ClientLine.allCases)) }).merging(someSDKs) { $1 }
    }()
}
