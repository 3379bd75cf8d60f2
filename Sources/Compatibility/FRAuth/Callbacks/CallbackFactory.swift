import FRCore
import Foundation
import JourneyMessages
import Primitives

/// Knows which class a type of callback has. An app registers its own here, for types of its own and in place of the SDK's.
public final class CallbackFactory: Sendable {
    /// The factory: the documented API has one.
    public static let shared = CallbackFactory()

    private let classes = Lock<[String: Callback.Type]>(CallbackFactory.own)

    private init() {}

    /// Registers a class for a type, in place of an earlier one. Its ``Callback/init(json:)`` is given the callback as JSON.
    public func registerCallback(callbackType: String, callbackClass: Callback.Type) {
        classes.withLock { $0[callbackType] = callbackClass }
    }

    /// The classes by type.
    public var supportedCallbacks: [String: Callback.Type] {
        get { classes.withLock { $0 } }
        set { classes.withLock { $0 = newValue } }
    }

    /// The object for a callback of the wire; a plain one for a type without a class, which goes back untouched.
    /// - Throws: ``AuthError/invalidCallbackResponse(_:)`` for a known type that lacks what its question is about, and the error of a class
    ///   that refuses the callback: the app would send an answer to a question that its user hasn't seen.
    func callback(for wire: JourneyMessages.Callback) throws -> Callback {
        guard !wire.isMalformed else { throw AuthError.invalidCallbackResponse("a \(wire.type) lacks what it asks about") }
        guard let json = wire.json.object?.untyped, let type = type(Self.name(of: wire)) ?? type(wire.type.name) else {
            return Callback(wire)
        }
        let callback = try type.init(json: json)
        callback.take(wire)
        return callback
    }

    private func type(_ name: String) -> Callback.Type? { supportedCallbacks[name] ?? Self.found(name) }

    /// The name of a callback's class: what metadata asks of an authenticator or for signals has one of its own
    /// (`docs/protocols/step-protocol.md` 3.6, 11.1).
    private static func name(of wire: JourneyMessages.Callback) -> String {
        switch wire.kind {
        case .webAuthnRegistration: "WebAuthnRegistrationCallback"
        case .webAuthnAuthentication: "WebAuthnAuthenticationCallback"
        case .protectInitialization: "PingOneProtectInitializeCallback"
        case .protectEvaluation: "PingOneProtectEvaluationCallback"
        default: wire.type.name
        }
    }

    /// The class of a module beside this one, where it is part of the app.
    private static func found(_ type: String) -> Callback.Type? {
        modules[type].flatMap { NSClassFromString("\($0).\(type)") as? Callback.Type }
    }

    private static let modules = [
        "DeviceBindingCallback": "FRDeviceBinding", "DeviceSigningVerifierCallback": "FRDeviceBinding",
        "PingOneProtectInitializeCallback": "PingProtect", "PingOneProtectEvaluationCallback": "PingProtect",
        "ReCaptchaEnterpriseCallback": "FRCaptchaEnterprise",
    ]

    private static let own: [String: Callback.Type] = [
        "NameCallback": NameCallback.self, "PasswordCallback": PasswordCallback.self, "TextInputCallback": TextInputCallback.self,
        "TextOutputCallback": TextOutputCallback.self, "SuspendedTextOutputCallback": SuspendedTextOutputCallback.self,
        "ChoiceCallback": ChoiceCallback.self, "ConfirmationCallback": ConfirmationCallback.self,
        "HiddenValueCallback": HiddenValueCallback.self, "PollingWaitCallback": PollingWaitCallback.self,
        "MetadataCallback": MetadataCallback.self,
        "ValidatedCreateUsernameCallback": ValidatedCreateUsernameCallback.self,
        "ValidatedCreatePasswordCallback": ValidatedCreatePasswordCallback.self,
        "StringAttributeInputCallback": StringAttributeInputCallback.self,
        "NumberAttributeInputCallback": NumberAttributeInputCallback.self,
        "BooleanAttributeInputCallback": BooleanAttributeInputCallback.self, "KbaCreateCallback": KbaCreateCallback.self,
        "TermsAndConditionsCallback": TermsAndConditionsCallback.self, "SelectIdPCallback": SelectIdPCallback.self,
        "IdPCallback": IdPCallback.self, "ReCaptchaCallback": ReCaptchaCallback.self,
        "AppIntegrityCallback": FRAppIntegrityCallback.self, "DeviceProfileCallback": DeviceProfileCallback.self,
        "WebAuthnRegistrationCallback": WebAuthnRegistrationCallback.self,
        "WebAuthnAuthenticationCallback": WebAuthnAuthenticationCallback.self,
    ]
}
