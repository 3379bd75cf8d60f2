import Foundations
import Primitives
import ResourceMessages

/// The declaration of a setting of the server: where its value is, the values that it may have, and its effect.
///
/// The key follows from the property's name: `tlsCert` is `tls-cert` in a file, `GATEHOUSE_TLS_CERT` in the environment and `--tls-cert` among
/// flags. Reading, checks, help, completion, `config explain`, the JSON Schema and the page of all settings follow from the declaration; a
/// new setting is a property and a line in ``ServerSettings/fields``.
struct ServerSetting: Sendable {
    /// The property's name.
    let name: String
    let form: SettingForm
    /// The word that stands for a value in the help.
    let placeholder: String
    let help: String
    /// The default in words, where it isn't the same on every machine.
    let initially: String?
    /// The end of the sentence "… must be".
    let demand: String
    /// The value as it would be written; nil for one that is absent.
    let text: @Sendable (ServerSettings) -> String?
    let json: @Sendable (ServerSettings) -> JSONValue?
    private let take: @Sendable (inout ServerSettings, String) -> Bool
    /// Whether a running server follows a change; any other holds from the next start.
    private(set) var isLive = false
    /// True when messages repeat a wrong value; false where it may hold a secret by mistake.
    private(set) var isRepeated = true

    /// - Parameters:
    ///   - placeholder: the form's own unless given.
    ///   - check: whether a text of the form is a value.
    init<Value: ServerSettingValue>(
        _ name: String, _ path: any WritableKeyPath<ServerSettings, Value> & Sendable, _ form: SettingForm, as placeholder: String? = nil,
        _ help: String, initially: String? = nil, demand: String? = nil, where check: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.name = name
        self.form = form
        self.placeholder = placeholder ?? form.placeholder
        self.help = help
        self.initially = initially
        self.demand = demand ?? form.demand
        text = { settings in
            let place: WritableKeyPath<ServerSettings, Value> = path
            return settings[keyPath: place].text
        }
        json = { settings in
            let place: WritableKeyPath<ServerSettings, Value> = path
            return settings[keyPath: place].json
        }
        take = { settings, text in
            guard !text.isEmpty, let value = Value(setting: text), let json = value.json, form.problem(with: json) == nil, form.takes(text),
                check(text)
            else { return false }
            let place: WritableKeyPath<ServerSettings, Value> = path
            settings[keyPath: place] = value
            return true
        }
    }

    /// A choice of the values that there are.
    init<Value: ServerSettingValue & CaseIterable & RawRepresentable<String>>(
        _ name: String, _ path: any WritableKeyPath<ServerSettings, Value> & Sendable, _ help: String
    ) {
        self.init(name, path, .choice(Value.allCases.map { $0.rawValue }), help)
    }

    /// The same, which a running server follows.
    func live() -> ServerSetting {
        var setting = self
        setting.isLive = true
        return setting
    }

    /// The same, of which a wrong value isn't repeated in messages.
    func unrepeated() -> ServerSetting {
        var setting = self
        setting.isRepeated = false
        return setting
    }

    /// Takes a value from a text.
    /// - Returns: false when the text is no value of the setting.
    func read(_ text: String, into settings: inout ServerSettings) -> Bool { take(&settings, text) }
}
