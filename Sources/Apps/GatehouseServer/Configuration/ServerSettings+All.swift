internal import Foundations
package import Primitives
import ResourceMessages

extension ServerSettings {
    /// The description of each setting.
    package static let descriptions = fields.map { ServerSettingDescription($0, of: ServerSettings()) }

    /// The setting of a key.
    package static func description(_ key: String) -> ServerSettingDescription? { descriptions.first { $0.key == key } }

    /// The setting of a key that was typed.
    /// - Throws: a line with the key that was perhaps meant.
    package static func described(_ key: String) throws(ConfigurationError) -> ServerSettingDescription {
        guard let found = description(key) else {
            throw ConfigurationError("there is no setting \(key)" + hint(key, descriptions.map(\.key)))
        }
        return found
    }

    /// The settings in which two differ.
    static func changes(from old: ServerSettings, to new: ServerSettings) -> [ServerSettingDescription] {
        zip(fields, descriptions).filter { $0.0.text(old) != $0.0.text(new) }.map(\.1)
    }

    /// The end of a sentence that says what was perhaps meant.
    static func hint(_ name: String, _ names: [String]) -> String {
        Suggestion.closest(to: name, among: names).map { "; did you mean \($0)?" } ?? "; see gatehouse config explain"
    }
}

/// The description of a setting of the server: for flags, lists, documentation and editors.
package struct ServerSettingDescription: Sendable {
    /// The property's name.
    package let name: String
    /// Its name in a file, such as `tls-cert`.
    package let key: String
    package let help: String
    /// The text that stands for a value in the help.
    package let placeholder: String
    /// The default as it would be written; nil when there is none, or it follows from other settings.
    package let defaultText: String?
    private let declared: ServerSetting
    private let initial: JSONValue?

    /// - Parameter standard: the settings of which each has its default.
    init(_ setting: ServerSetting, of standard: ServerSettings) {
        name = setting.name
        key = setting.name.reduce(into: "") { key, character in
            key += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
        declared = setting
        help = setting.isLive ? setting.help + " A running server follows a change of it." : setting.help
        placeholder = setting.placeholder
        defaultText = setting.text(standard)
        initial = setting.initially == nil ? setting.json(standard) : nil
    }

    package static let variablePrefix = "GATEHOUSE_"

    /// `GATEHOUSE_TLS_CERT`.
    package var variable: String { Self.variablePrefix + key.uppercased().replacing("-", with: "_") }

    /// `tls-cert`, given as `--tls-cert`; nil for a secret, since every user of the machine may list a process's arguments.
    package var flag: String? { isSecret ? nil : key }

    package var isSecret: Bool { declared.form == .secret }
    package var isSwitch: Bool { declared.form == .flag }
    /// Whether a value names a file, or a directory.
    package var namesFile: Bool { declared.form == .path(.file) }
    package var namesDirectory: Bool { declared.form == .path(.directory) }
    /// The values of a choice; empty for any other setting.
    package var choices: [String] { if case .choice(let names) = declared.form { names } else { [] } }

    /// Whether a running server follows a change; any other holds from the next start.
    var isLive: Bool { declared.isLive }

    /// Whether the default isn't the same on every machine.
    var isMachineDependent: Bool { declared.initially != nil }

    /// The default in words.
    package var defaultInWords: String? { declared.initially ?? defaultText }

    /// The values that it may have, in words.
    package var form: String { declared.form.description }

    /// Everything about it, with a JSON Schema of its values.
    package var json: JSONObject {
        [
            "key": .string(key), "variable": .string(variable), "flag": flag.map { .string("--" + $0) } ?? .null, "form": .string(form),
            "schema": .object(declared.form.schema), "default": initial ?? .null, "help": .string(help),
        ]
    }

    /// Takes a value from a text.
    /// - Returns: false when the text is no value of the setting.
    func read(_ text: String, into settings: inout ServerSettings) -> Bool { declared.read(text, into: &settings) }

    /// The sentence about a text that is no value of it.
    func complaint(_ text: String) -> String {
        "\(key) must be \(declared.demand)" + (isSecret || !declared.isRepeated ? "" : ", not \"\(text)\"")
    }
}
