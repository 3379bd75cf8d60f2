import GatehouseServer
import Primitives

/// The steps that are left to do when a server is set up.
struct SetupSteps {
    /// A sentence for each.
    let lines: [String]

    /// - Parameter readsKey: whether the data's owner may read the private key.
    init(_ setup: ServerSetup, readsKey: Bool) {
        guard setup.path == SettingsFile.installedPath else {
            lines = ["To start it: gatehouse serve --config \(setup.path)"]
            return
        }
        var lines: [String] = []
        if setup.configuration.port < Self.freePorts { lines.append(Self.dropIn("port \(setup.configuration.port)", "port-443.conf")) }
        if !readsKey { lines.append(Self.dropIn("the key, which the service may not read,", "tls-credentials.conf")) }
        self.lines = lines + ["To start it: systemctl enable --now gatehouse"]
    }

    /// The first port that needs no privilege.
    private static let freePorts = 1024

    private static func dropIn(_ purpose: String, _ name: String) -> String {
        "For \(purpose) first: install -D -m 644 /usr/share/doc/gatehouse/examples/\(name) /etc/systemd/system/gatehouse.service.d/\(name)"
    }
}
