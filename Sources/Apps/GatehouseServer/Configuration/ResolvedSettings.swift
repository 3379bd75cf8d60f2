import Primitives

/// Each setting's value and its source: a flag goes before the environment, that before the file, that before the default.
package struct ResolvedSettings: Sendable {
    private struct Given: Sendable {
        let text: String
        let source: SettingSource
    }

    /// The values.
    package let values: ServerSettings
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
        var values = ServerSettings()
        for setting in ServerSettings.descriptions {
            guard let value = Self.value(of: setting, flags, environment, file) else { continue }
            given[setting.key] = value
            if !setting.read(value.text, into: &values) { problems.append("\(setting.complaint(value.text)) (\(value.source))") }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        self.values = values
        self.given = given
        warnings = Self.unknownVariables(environment)
    }

    /// The text of a setting as it was given, or its default; nil when it has none.
    package func text(_ setting: ServerSettingDescription) -> String? { given[setting.key]?.text ?? setting.defaultText }

    package func source(of setting: ServerSettingDescription) -> SettingSource { given[setting.key]?.source ?? .standard }

    private static func value(
        of setting: ServerSettingDescription, _ flags: [String: String], _ environment: [String: String], _ file: SettingsFile?
    ) -> Given? {
        if let flag = setting.flag, let text = flags[setting.key] { return Given(text: text, source: .flag(flag)) }
        if let text = environment[setting.variable] { return Given(text: text, source: .variable(setting.variable)) }
        return file?.entries[setting.key].map { Given(text: $0.text, source: .file(file?.path ?? "", line: $0.line)) }
    }
}

extension ResolvedSettings {
    /// The variable that names the settings file; not itself a setting.
    package static let fileVariable = ServerSettingDescription.variablePrefix + "CONFIG"

    private static func unknownKeys(in file: SettingsFile) -> [String] {
        let keys = ServerSettings.descriptions.map(\.key)
        return file.entries.filter { !keys.contains($0.key) }.sorted { $0.value.line < $1.value.line }.map { key, entry in
            "\(file.path):\(entry.line): there is no setting \(key)" + ServerSettings.hint(key, keys)
        }
    }

    /// An unknown variable is only a warning: Kubernetes sets `GATEHOUSE_…` variables for a service of that name.
    private static func unknownVariables(_ environment: [String: String]) -> [String] {
        let known = ServerSettings.descriptions.map(\.variable) + [fileVariable]
        let ours = environment.keys.filter { $0.hasPrefix(ServerSettingDescription.variablePrefix) && !known.contains($0) }
        return ours.sorted().map { "the environment's \($0) is no setting" + ServerSettings.hint($0, known) }
    }
}
