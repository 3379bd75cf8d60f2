import Primitives

/// Each setting's value and its source: a flag goes before the environment, that before the file, that before the default.
package struct ResolvedSettings: Sendable {
    struct Given: Sendable {
        let text: String
        let source: SettingSource
    }

    private let given: [String: Given]
    /// The things that look like a mistake but may not be one, a line each.
    package let warnings: [String]

    /// Brings the sources together.
    ///
    /// - Parameters:
    ///   - flags: values by setting key.
    ///   - environment: the process's whole environment.
    /// - Throws: every unknown key and every impossible value at once.
    package init(
        flags: [String: String] = [:], environment: [String: String] = [:], file: SettingsFile? = nil
    ) throws(ConfigurationError) {
        var problems = file.map(Self.unknownKeys) ?? []
        var given: [String: Given] = [:]
        for setting in Settings.all {
            guard let value = Self.value(of: setting, flags, environment, file) else { continue }
            given[setting.key] = value
            do { try setting.check(value.text) } catch { problems.append("\(error) (\(value.source))") }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        self.given = given
        warnings = Self.unknownVariables(environment)
    }

    /// The value of a setting.
    package subscript<Value>(_ setting: Setting<Value>) -> Value {
        // Every text was checked when the sources were brought together.
        given[setting.key].flatMap { setting.parse($0.text) } ?? setting.fallback
    }

    /// The text of a setting as it was given, or its default; nil when it has none.
    package func text(_ setting: any SettingDeclaration) -> String? { given[setting.key]?.text ?? setting.defaultText }

    package func source(of setting: any SettingDeclaration) -> SettingSource { given[setting.key]?.source ?? .standard }

    private static func value(
        of setting: any SettingDeclaration, _ flags: [String: String], _ environment: [String: String], _ file: SettingsFile?
    ) -> Given? {
        if let flag = setting.flag, let text = flags[setting.key] { return Given(text: text, source: .flag(flag)) }
        if let text = environment[setting.variable] { return Given(text: text, source: .variable(setting.variable)) }
        return file?.entries[setting.key].map { Given(text: $0.text, source: .file(file?.path ?? "", line: $0.line)) }
    }
}

extension ResolvedSettings {
    /// The variable that names the settings file; not itself a setting.
    package static let fileVariable = SettingNames.variablePrefix + "CONFIG"

    private static func unknownKeys(in file: SettingsFile) -> [String] {
        let keys = Settings.all.map(\.key)
        return file.entries.filter { !keys.contains($0.key) }.sorted { $0.value.line < $1.value.line }.map { key, entry in
            "\(file.path):\(entry.line): there is no setting \(key)" + Suggestion.text(for: key, among: keys)
        }
    }

    /// An unknown variable is only a warning: Kubernetes sets `GATEHOUSE_…` variables for a service of that name.
    private static func unknownVariables(_ environment: [String: String]) -> [String] {
        let known = Settings.all.map(\.variable) + [fileVariable]
        return environment.keys.filter { $0.hasPrefix(SettingNames.variablePrefix) && !known.contains($0) }.sorted().map {
            "the environment's \($0) is no setting" + Suggestion.text(for: $0, among: known)
        }
    }
}
