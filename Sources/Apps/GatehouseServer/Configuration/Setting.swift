import Primitives

/// One setting of the server. What its file key, environment variable, flag, default and help are, is said here once.
package struct Setting<Value: Sendable>: SettingDeclaration {
    package let key: String
    package let help: String
    package let placeholder: String
    package let defaultText: String?
    package let isSecret: Bool
    /// The look that a value must have, to end the sentence "… must be".
    let expectation: String
    /// The value of a text; nil when it isn't one.
    let parse: @Sendable (String) -> Value?
    /// The value when none is given.
    let fallback: Value

    func value(_ text: String) throws(SettingProblem) -> Value {
        guard let value = parse(text) else {
            throw SettingProblem("\(key) must be \(expectation)" + (isSecret ? "" : ", not \"\(text)\""))
        }
        return value
    }

    package func check(_ text: String) throws(SettingProblem) { _ = try value(text) }
}

/// A setting, whatever its values are.
package protocol SettingDeclaration: Sendable {
    /// Its name in a file, such as `tls-cert`; the names of the variable and the flag follow from it.
    var key: String { get }
    var help: String { get }
    /// The text that stands for a value in the help; `on` for a switch.
    var placeholder: String { get }
    /// The default as it would be written; nil when there is none, or it follows from other settings.
    var defaultText: String? { get }
    var isSecret: Bool { get }

    /// - Throws: when a text is no value of this setting.
    func check(_ text: String) throws(SettingProblem)
}

extension SettingDeclaration {
    /// `GATEHOUSE_TLS_CERT`.
    package var variable: String {
        SettingNames.variablePrefix + key.uppercased().replacing("-", with: "_")
    }

    /// `tls-cert`, given as `--tls-cert`; nil for a secret, since every user of the machine may list a process's arguments.
    package var flag: String? { isSecret ? nil : key }
}

enum SettingNames {
    static let variablePrefix = "GATEHOUSE_"
}

/// The reason for which one setting can't be used, in one line.
package struct SettingProblem: Error, Equatable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
