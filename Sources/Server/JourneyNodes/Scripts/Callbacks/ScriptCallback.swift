import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

/// Turns what a script asked, a type with members by the bindings' names, into the callback of the wire.
struct ScriptCallback {
    private let made: JSONValue

    init(_ made: JSONValue) { self.made = made }

    /// - Throws: ``JourneyRunError`` for what no client could be shown.
    func callback() throws(JourneyRunError) -> Callback {
        guard let type = made["type"]?.string else { throw .fault("a script asks without saying what") }
        guard let callback = basic(type) ?? identity(type) ?? federation(type) else { throw .fault("a script can't ask with a \(type)") }
        return filledIn(callback)
    }

    /// The callback with what the script's setters filled in. Passwords and answers to security questions aren't among it: no input shows a
    /// secret.
    private func filledIn(_ callback: Callback) -> Callback {
        var callback = callback
        switch callback.type {
        case .name, .textInput: callback.setInput("", made["value"]?.string.map(JSONValue.string) ?? callback.initial())
        case .choice, .confirmation:
            guard let index = number("selected"), (made["choices"] ?? made["options"])?.array?.indices.contains(index) == true else {
                break
            }
            callback.setInput("", .integer(Int64(index)))
        case .termsAndConditions, .consentMapping: callback.setInput("", .bool(flag("value")))
        case .kbaCreate: callback.setInput("question", .string(text("question")))
        case .language:
            callback.setInput("Language", .string(text("language")))
            callback.setInput("Country", .string(text("country")))
        default: break
        }
        return callback
    }

    private func basic(_ type: String) -> Callback? {
        switch CallbackType(type) {
        case .name:
            var callback = NameQuestion(prompt: prompt).callback
            callback.input = [.init("", .string(text("initial")))]
            return callback
        case .password: return PasswordQuestion(prompt: prompt).callback
        case .textInput: return TextQuestion(prompt: prompt, defaultText: made["initial"]?.string).callback
        case .textOutput: return TextStatement(text("message"), severity).callback
        case .suspendedTextOutput: return TextStatement(text("message"), severity).suspendedCallback
        case .hiddenValue: return HiddenValue(id: text("id"), value: text("value")).callback
        case .choice:
            return ChoiceQuestion(prompt: prompt, choices: texts("choices"), defaultChoice: number("defaultChoice") ?? 0).callback
        case .confirmation: return confirmation
        case .pollingWait: return PollingWait(milliseconds: Int(text("waitTime")) ?? 0, message: text("message")).callback
        case .metadata: return .metadata(made["data"] ?? .null)
        case .language: return LanguageQuestion().callback
        case .deviceProfile:
            return DeviceProfileQuestion(metadata: flag("metadata"), location: flag("location"), message: text("message")).callback
        default: return nil
        }
    }

    /// The standard button rows keep their type, by which clients label them.
    private var confirmation: Callback {
        let options = texts("options")
        let standard = number("optionType") ?? -1
        let initial = number("defaultOption").flatMap { options.indices.contains($0) ? $0 : nil }
        var callback = ConfirmationQuestion(prompt: prompt, options: options, defaultOption: initial, severity: severity).callback
        guard standard >= 0 else { return callback }
        callback.output = callback.output.map { $0.name == "optionType" ? .init("optionType", .integer(Int64(standard))) : $0 }
        return callback
    }

    private func identity(_ type: String) -> Callback? {
        switch CallbackType(type) {
        case .validatedUsername: ValidatedUsernameQuestion(prompt: prompt, check: check, value: made["value"]?.string).callback
        case .validatedPassword: ValidatedPasswordQuestion(prompt: prompt, check: check, isShown: flag("echoOn")).callback
        case .stringAttribute: attribute(String.self)
        case .numberAttribute: attribute(Double.self)
        case .booleanAttribute: attribute(Bool.self)
        case .kbaCreate: KBAQuestion(prompt: prompt, questions: texts("questions"), allowsOwnQuestion: flag("allowUserDefined")).callback
        case .termsAndConditions: TermsQuestion(version: text("version"), terms: text("terms"), created: text("created")).callback
        case .consentMapping:
            ConsentQuestion(
                text("name"), displayName: text("displayName"), icon: text("icon"), accessLevel: text("accessLevel"),
                isRequired: flag("isRequired"), message: text("message"), fields: texts("titles")
            ).callback
        default: nil
        }
    }

    private func attribute<Value: AttributeValue>(_ type: Value.Type) -> Callback {
        AttributeQuestion<Value>(
            text("name"), prompt: prompt, isRequired: flag("required"), check: check, value: made["value"].flatMap(Value.init(json:))
        ).callback
    }

    private func federation(_ type: String) -> Callback? {
        switch CallbackType(type) {
        case .selectProvider:
            let providers = made["providers"]?["providers"] ?? made["providers"] ?? []
            let chosen = Callback.Field("value", .string(text("value")))
            return ProviderChoice(Callback(.selectProvider, output: [.init("providers", providers), chosen]))?.callback
        case .identityProvider:
            return ProviderSignIn(
                text("provider"), clientID: text("clientId"), redirectURI: text("redirectUri"), scopes: texts("scopes"),
                nonce: text("nonce"),
                acrValues: texts("acrValues"), request: text("request"), requestURI: text("requestUri"), acceptsJSON: flag("acceptsJSON")
            ).callback
        case .redirect:
            let method = Redirect.Method(exactly: text("method").uppercased()) ?? .get
            return Redirect(
                text("url"), method: method, setsTrackingCookie: flag("trackingCookie"), data: made["data"]?.object ?? JSONObject()
            ).callback
        default: return nil
        }
    }
}

// MARK: - Members

extension ScriptCallback {
    private var prompt: String { text("prompt") }
    private var severity: TextStatement.Severity { number("messageType").flatMap(TextStatement.Severity.init) ?? .information }

    private var check: PolicyCheck {
        let failed = texts("failedPolicies").compactMap { try? JSONValue(parsing: $0) }.compactMap(FailedPolicy.init(json:))
        return PolicyCheck(AttributePolicies(json: made["policies"]), failed: failed, isValidateOnly: flag("validateOnly"))
    }

    private func text(_ name: String) -> String { made[name]?.string ?? "" }
    private func texts(_ name: String) -> [String] { made[name]?.strings ?? [] }
    private func flag(_ name: String) -> Bool { made[name]?.bool ?? false }
    private func number(_ name: String) -> Int? { made[name]?.integer.flatMap { Int(exactly: $0) } }
}
