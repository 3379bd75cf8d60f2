public import Primitives

/// One question, statement or instruction of a step (`pingam-protocol.md` 3): its type, what the server says in it
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

    public init(_ type: CallbackType, output: [Field] = [], input: [Field] = [], pageIndex: Int? = nil) {
        self.type = type
        self.output = output
        self.input = input
        self.pageIndex = pageIndex
    }

    /// A named value of a callback.
    public struct Field: Sendable, Equatable {
        public var name: String
        /// nil when the client left the `value` member out, as some do for an input that was not set.
        public var value: JSONValue?

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
    public let name: String

    public init(_ name: String) { self.name = name }
    public init(stringLiteral name: String) { self.name = name }
    public var description: String { name }

    public static let name: Self = "NameCallback"
    public static let password: Self = "PasswordCallback"
    public static let textInput: Self = "TextInputCallback"
    public static let textOutput: Self = "TextOutputCallback"
    public static let choice: Self = "ChoiceCallback"
    public static let confirmation: Self = "ConfirmationCallback"
    public static let hiddenValue: Self = "HiddenValueCallback"
    public static let pollingWait: Self = "PollingWaitCallback"
    public static let metadata: Self = "MetadataCallback"
    public static let suspendedTextOutput: Self = "SuspendedTextOutputCallback"
    public static let language: Self = "LanguageCallback"

    public static let validatedUsername: Self = "ValidatedCreateUsernameCallback"
    public static let validatedPassword: Self = "ValidatedCreatePasswordCallback"
    public static let stringAttribute: Self = "StringAttributeInputCallback"
    public static let numberAttribute: Self = "NumberAttributeInputCallback"
    public static let booleanAttribute: Self = "BooleanAttributeInputCallback"
    public static let kbaCreate: Self = "KbaCreateCallback"
    public static let termsAndConditions: Self = "TermsAndConditionsCallback"
    public static let consentMapping: Self = "ConsentMappingCallback"

    public static let selectProvider: Self = "SelectIdPCallback"
    public static let identityProvider: Self = "IdPCallback"
    public static let redirect: Self = "RedirectCallback"

    public static let captcha: Self = "ReCaptchaCallback"
    public static let enterpriseCaptcha: Self = "ReCaptchaEnterpriseCallback"
    public static let deviceProfile: Self = "DeviceProfileCallback"
    public static let deviceBinding: Self = "DeviceBindingCallback"
    public static let deviceSigning: Self = "DeviceSigningVerifierCallback"
    public static let appIntegrity: Self = "AppIntegrityCallback"
    public static let protectInitialize: Self = "PingOneProtectInitializeCallback"
    public static let protectEvaluation: Self = "PingOneProtectEvaluationCallback"
}
