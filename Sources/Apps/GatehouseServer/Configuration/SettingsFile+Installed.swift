internal import Foundation
import Primitives

extension SettingsFile {
    /// The settings file of a server that was installed from a package; `gatehouse setup` writes it.
    package static let installedPath = "/etc/gatehouse/gatehouse.yaml"

    /// The settings that say which data a command is about.
    private static let ownData = ["data-directory", "database", "demo"]

    /// The path of the file that a command reads: the one that was named, else that of `GATEHOUSE_CONFIG`, else the installed server's if it is
    /// there.
    ///
    /// A command that names a data directory or a database, or asks for a demonstration isn't about the installed server, and reads nothing of its file.
    /// - Parameters:
    ///   - flags: values by setting key.
    ///   - installed: the path of the installed server's file.
    package static func chosen(
        _ named: String?, flags: [String: String], environment: [String: String], installed: String = installedPath
    ) -> String? {
        if let path = named ?? environment[ResolvedSettings.fileVariable] { return path }
        let isElsewhere = ServerSettings.descriptions.contains { setting in
            ownData.contains(setting.key) && (flags[setting.key] ?? environment[setting.variable]) != nil
        }
        return !isElsewhere && FileManager.default.fileExists(atPath: installed) ? installed : nil
    }

    /// The text of a file with some settings, in the order of all settings.
    /// - Parameter values: values by setting key.
    static func text(_ values: [String: String]) -> String {
        let lines = ServerSettings.descriptions.compactMap { setting in values[setting.key].map { "\(setting.key): \(scalar($0))" } }
        return ([heading] + lines + [""]).joined(separator: "\n")
    }

    private static let heading =
        "# Written by gatehouse setup. All settings: gatehouse config settings. After a change: gatehouse config check"

    /// A value as YAML reads it as the same text: in quotes, as those of JSON, unless it is of plain characters alone.
    private static func scalar(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
                || byte == UInt8(ascii: "-")
        }
        return isPlain && !value.isEmpty && !value.hasPrefix("-") ? value : JSONValue.string(value).text
    }
}
