import ArgumentParser
import Foundation
import GatehouseServer
import Primitives

/// Flags that give settings; each takes its name and help from the setting's declaration.
protocol SettingFlags: ParsableArguments {
    /// The settings file that was named.
    var config: String? { get }
}

extension SettingFlags {
    /// Brings flags, environment and file together; prints what is odd.
    func resolve() throws -> ResolvedSettings {
        let environment = ProcessInfo.processInfo.environment
        let file = try (config ?? environment[ResolvedSettings.fileVariable]).map(SettingsFile.init(path:))
        let settings = try ResolvedSettings(flags: given, environment: environment, file: file)
        for warning in settings.warnings { Terminal.complain("warning: " + warning) }
        return settings
    }

    /// The settings that were given, by setting key. As ArgumentParser does, it looks at the properties by name: `tlsCert` is `--tls-cert`.
    private var given: [String: String] {
        var given: [String: String] = [:]
        for case (let label?, let option) in Mirror(reflecting: self).children {
            let text = (option as? Option<String?>)?.wrappedValue ?? (option as? Flag<Bool?>)?.wrappedValue.map { "\($0)" }
            if let text { given[Self.key(label)] = text }
        }
        return given
    }

    /// `_tlsCert`, the name of the property behind `tlsCert`, as a key.
    private static func key(_ label: String) -> String {
        label.drop { $0 == "_" }.reduce(into: "") { key, character in
            key += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }
}

extension Option where Value == String? {
    init(_ setting: any SettingDeclaration) {
        self.init(
            name: .customLong(setting.key), help: ArgumentHelp(setting.fullHelp, valueName: setting.placeholder),
            completion: setting.completion)
    }
}

extension Flag where Value == Bool? {
    init(_ setting: any SettingDeclaration) {
        self.init(name: .customLong(setting.key), inversion: .prefixedNo, help: ArgumentHelp(setting.help))
    }
}

extension SettingDeclaration {
    fileprivate var fullHelp: String { defaultText.map { "\(help) (default: \($0))" } ?? help }

    fileprivate var completion: CompletionKind {
        if placeholder.contains("|") { return .list(placeholder.split(separator: "|").map(String.init)) }
        return ["file": .file(), "directory": .directory][placeholder] ?? .default
    }
}
