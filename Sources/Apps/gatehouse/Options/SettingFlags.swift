import ArgumentParser
import Foundation
import GatehouseServer
import Primitives

/// The settings of which a command has flags.
protocol SettingGroup: Sendable {
    /// Their keys; nil for all settings.
    static var keys: [String]? { get }
}

extension SettingGroup {
    /// The settings of the group that may be flags.
    static var settings: [ServerSettingDescription] {
        ServerSettings.descriptions.filter { $0.flag != nil && (keys?.contains($0.key) ?? true) }
    }
}

/// All settings.
enum AllSettings: SettingGroup { static let keys: [String]? = nil }

/// The settings that say which server's data a command works on.
enum DataSettings: SettingGroup {
    static let keys: [String]? = ["data-directory", "master-key-file", "database", "database-password-file"]
}

/// No settings: a command that only reads the settings file.
enum NoSettings: SettingGroup { static let keys: [String]? = [] }

/// The settings that say how a command runs scripts where it opens no server's data.
enum ScriptSettings: SettingGroup {
    static let keys: [String]? = ["script-time", "script-memory", "script-program", "script-unconfined"]
}

/// The settings that say how a command reads images.
enum VisionSettings: SettingGroup {
    static let keys: [String]? = ["vision-processes", "vision-program", "vision-models", "vision-languages"]
}

/// The settings that `gatehouse setup` writes: all but the one for trying out.
enum SetupSettings: SettingGroup {
    static let keys: [String]? = ServerSettings.descriptions.map(\.key).filter { $0 != "demo" }
}

/// The settings that say where a server listens.
enum ListeningSettings: SettingGroup { static let keys: [String]? = ["host", "port", "tls-cert", "tls-key"] }

typealias ServerFlags = SettingFlags<AllSettings>
typealias DataFlags = DataOptions<DataSettings>
typealias ScriptFlags = SettingFlags<ScriptSettings>
typealias VisionFlags = SettingFlags<VisionSettings>

/// A flag for each setting of a group.
///
/// ArgumentParser looks for flags in a value's mirror, and decodes what was given by the names that it found there. So both are made here from
/// the settings' declarations, and a setting needs no property (docs/decisions/0013-settings-declared-once.md).
struct SettingFlags<Group: SettingGroup>: ParsableArguments {
    /// The settings file that was named.
    var config: String?
    /// The settings that were given, by key.
    private(set) var given: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Name.self)
        config = try values.decode(Option<String?>.self, forKey: Name(Self.fileName)).wrappedValue
        for setting in Group.settings {
            let name = Name(setting.name)
            given[setting.key] =
                setting.isSwitch
                ? try values.decode(Flag<Bool?>.self, forKey: name).wrappedValue.map { "\($0)" }
                : try values.decode(Option<String?>.self, forKey: name).wrappedValue
        }
    }

    /// True when any of the flags was given.
    var isGiven: Bool { config != nil || !given.isEmpty }

    /// The settings file that is read: the one that is named, or that of the installed server; nil for none.
    var file: String? { SettingsFile.chosen(config, flags: given, environment: ProcessInfo.processInfo.environment) }

    /// Brings flags, environment and file together; prints what is odd.
    func resolve() throws -> ResolvedSettings {
        let environment = ProcessInfo.processInfo.environment.filter { !RemoteOptions.variables.contains($0.key) }
        let file = try file.map(SettingsFile.init(path:))
        let settings = try ResolvedSettings(flags: given, environment: environment, file: file)
        for warning in settings.warnings { Terminal.complain("warning: " + warning) }
        return settings
    }

    private static var fileName: String { "config" }

    /// The name of a property that there would be.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension SettingFlags: CustomReflectable {
    /// The flags as if each were a property with a wrapper.
    var customMirror: Mirror {
        let file = Option<String?>(name: .long, help: ArgumentHelp("A file with settings.", valueName: "file"), completion: .file())
        let flags = Group.settings.map { setting in
            (label: "_" + setting.name, value: setting.isSwitch ? Flag<Bool?>(setting) as Any : Option<String?>(setting) as Any)
        }
        return Mirror(self, children: [(label: "_" + Self.fileName, value: file as Any)] + flags, displayStyle: .struct)
    }
}

extension Option where Value == String? {
    fileprivate init(_ setting: ServerSettingDescription) {
        self.init(
            name: .customLong(setting.key), help: ArgumentHelp(setting.fullHelp, valueName: setting.placeholder),
            completion: setting.completion)
    }
}

extension Flag where Value == Bool? {
    fileprivate init(_ setting: ServerSettingDescription) {
        self.init(name: .customLong(setting.key), inversion: .prefixedNo, help: ArgumentHelp(setting.help))
    }
}

extension ServerSettingDescription {
    fileprivate var fullHelp: String { defaultText.map { "\(help) (default: \($0))" } ?? help }

    fileprivate var completion: CompletionKind {
        if !choices.isEmpty { return .list(choices) }
        return namesFile ? .file() : namesDirectory ? .directory : .default
    }
}
