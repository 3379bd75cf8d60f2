package import Foundations
import Primitives
import ResourceMessages

/// The surroundings of a realm's scripts.
package struct ScriptingSettings: SettingsSection {
    package var scriptHosts: [String] = []
    package var scriptVariables: [String: String] = [:]

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            5040, "scriptHosts", \.scriptHosts, .list(.text),
            "Hosts that scripts may send HTTP requests to: api.example.com for the ports of http and https, or api.example.com:8443."),
        Setting(5050, "scriptVariables", \.scriptVariables, .texts, "The values that scripts read as systemEnv, such as esv.my.var."),
    ]
}

extension ScriptingSettings {
    package func check() throws(DomainError) {
        for host in scriptHosts where host.hasPrefix("*") || !WebHost.isHostWithPort(host) {
            throw DomainError(.invalid, "scriptHosts: \(host.prefix(128)) is no host, such as api.example.com or api.example.com:8443")
        }
    }
}
