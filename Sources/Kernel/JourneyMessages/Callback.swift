public import Primitives

/// One question, statement or instruction of a step (`docs/protocols/step-protocol.md` 3): its type, what the server says in it
/// (`output`) and what the client answers (`input`).
///
/// This is the wire form, and unknown types pass through it untouched. ``kind`` reads the known ones.
public struct Callback: Sendable, Equatable {
    /// The type's name on the wire, such as `NameCallback`.
    public var type: CallbackType
    /// The values that the server sends. Names may repeat only in foreign callbacks; the first counts.
    public var output: [Field]
    /// The values that the client answers, in the documented order: some clients write by position.
    public var input: [Field]
    /// The 0-based `_id` of a callback inside a page; nil elsewhere.
    public var pageIndex: Int?

    /// Makes a callback of its members, which are taken unchecked. By default `pageIndex` is nil, and `output` and `input` are empty.
    public init(_ type: CallbackType, output: [Field] = [], input: [Field] = [], pageIndex: Int? = nil) {
        self.type = type
        self.output = output
        self.input = input
        self.pageIndex = pageIndex
    }

    /// A named value of a callback.
    public struct Field: Sendable, Equatable {
        /// The field's name on the wire, such as `prompt` of an output or `IDToken1` of an input.
        public var name: String
        /// nil when the client left the `value` member out, as some do for an input that was not set.
        public var value: JSONValue?

        /// Makes a field of its members, which are taken unchecked.
        public init(_ name: String, _ value: JSONValue?) {
            self.name = name
            self.value = value
        }
    }

    /// The value of an output, or nil.
    public func output(_ name: String) -> JSONValue? { output.first { $0.name == name }?.value }
}

/// The name of a type of callback. Any text is one; the known ones are static members.
public struct CallbackType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The type's name on the wire, such as `NameCallback`.
    public let name: String

    /// Makes a callback type of its `name`, which is taken unchecked.
    public init(_ name: String) { self.name = name }
    public init(stringLiteral name: String) { self.name = name }
    public var description: String { name }

    /// Asks for a user name; see ``NameQuestion``.
    public static let name: Self = "NameCallback"
    /// Asks for a secret text; see ``PasswordQuestion``.
    public static let password: Self = "PasswordCallback"
    /// Asks for a text; see ``TextQuestion``.
    public static let textInput: Self = "TextInputCallback"
    /// Shows a text; see ``TextStatement``.
    public static let textOutput: Self = "TextOutputCallback"
    /// Asks for one of several choices; see ``ChoiceQuestion``.
    public static let choice: Self = "ChoiceCallback"
    /// Shows a row of buttons; see ``ConfirmationQuestion``.
    public static let confirmation: Self = "ConfirmationCallback"
    /// Asks the app for a value that the user does not see; see ``HiddenValue``.
    public static let hiddenValue: Self = "HiddenValueCallback"
    /// Tells the client to wait; see ``PollingWait``.
    public static let pollingWait: Self = "PollingWaitCallback"
    /// Carries data for the app, or stands for a callback that some clients do not know.
    public static let metadata: Self = "MetadataCallback"
    /// Shows a text while the journey waits for a link that was sent; see ``TextStatement``.
    public static let suspendedTextOutput: Self = "SuspendedTextOutputCallback"
    /// Asks for the user's language; see ``LanguageQuestion``.
    public static let language: Self = "LanguageCallback"

    /// Asks for the user name of a new account; see ``ValidatedUsernameQuestion``.
    public static let validatedUsername: Self = "ValidatedCreateUsernameCallback"
    /// Asks for a new password; see ``ValidatedPasswordQuestion``.
    public static let validatedPassword: Self = "ValidatedCreatePasswordCallback"
    /// Asks for a property that is a text; see ``AttributeQuestion``.
    public static let stringAttribute: Self = "StringAttributeInputCallback"
    /// Asks for a property that is a number; see ``AttributeQuestion``.
    public static let numberAttribute: Self = "NumberAttributeInputCallback"
    /// Asks for a property that is true or false; see ``AttributeQuestion``.
    public static let booleanAttribute: Self = "BooleanAttributeInputCallback"
    /// Asks for a security question and its answer; see ``KBAQuestion``.
    public static let kbaCreate: Self = "KbaCreateCallback"
    /// Asks whether the user accepts the terms; see ``TermsQuestion``.
    public static let termsAndConditions: Self = "TermsAndConditionsCallback"
    /// Asks whether data may be shared; see ``ConsentQuestion``.
    public static let consentMapping: Self = "ConsentMappingCallback"

    /// Asks with whose account to sign in; see ``ProviderChoice``.
    public static let selectProvider: Self = "SelectIdPCallback"
    /// Asks the app for a provider's token; see ``ProviderSignIn``.
    public static let identityProvider: Self = "IdPCallback"
    /// Sends the browser elsewhere; see ``Redirect``.
    public static let redirect: Self = "RedirectCallback"

    /// Asks for the token of a CAPTCHA; see ``CaptchaQuestion``.
    public static let captcha: Self = "ReCaptchaCallback"
    /// Asks for the token of a CAPTCHA and its assessment; see ``EnterpriseCaptchaQuestion``.
    public static let enterpriseCaptcha: Self = "ReCaptchaEnterpriseCallback"
    /// Asks for a description of the device; see ``DeviceProfileQuestion``.
    public static let deviceProfile: Self = "DeviceProfileCallback"
    /// Asks the device for a key that is bound to the user; see ``DeviceBindingQuestion``.
    public static let deviceBinding: Self = "DeviceBindingCallback"
    /// Asks the device to sign with a bound key; see ``DeviceSigningQuestion``.
    public static let deviceSigning: Self = "DeviceSigningVerifierCallback"
    /// Asks the app to prove that it is genuine; see ``AppIntegrityQuestion``.
    public static let appIntegrity: Self = "AppIntegrityCallback"
    /// Asks the app to start collecting risk signals; see ``ProtectInitialization``.
    public static let protectInitialize: Self = "PingOneProtectInitializeCallback"
    /// Asks for the risk signals; see ``ProtectEvaluation``.
    public static let protectEvaluation: Self = "PingOneProtectEvaluationCallback"
}
