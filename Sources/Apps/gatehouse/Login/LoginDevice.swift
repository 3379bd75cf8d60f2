import DeviceFoundation
import Foundation
import Primitives

/// The terminal as a device of the client SDK: its network, and the vault that keeps session and tokens.
enum LoginDevice {
    static func make(_ transport: any HTTPTransport) throws -> Device {
        let directory = stateDirectory
        let vault = try FileVault(directory + "/vault", key: .file(directory + "/vault.key"))
        return Device(transport: transport, store: vault)
    }

    /// `$XDG_STATE_HOME/gatehouse`, else `~/.local/state/gatehouse` (XDG Base Directory Specification 0.8).
    private static var stateDirectory: String {
        if let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/gatehouse" }
        return FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/gatehouse"
    }
}
