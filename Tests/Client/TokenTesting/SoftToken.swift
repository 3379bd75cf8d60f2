#if os(Linux)
import DeviceFoundation
import Foundation
package import Primitives

/// A token of SoftHSM in a folder of its own.
package struct SoftToken: Sendable {
    /// SoftHSM's library: the process that loads it has the token's keys.
    package static let module = "/usr/lib/softhsm/libsofthsm2.so"
    package static let label = "phone"
    package static let pin = Secret("1234")
    package static var isInstalled: Bool { FileManager.default.fileExists(atPath: module) }

    package let folder: String

    /// Makes one. SoftHSM finds it by the environment, which is set here; a process reads it once.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "softhsm-\(ProcessInfo.processInfo.processIdentifier)").path
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder + "/tokens", withIntermediateDirectories: true)
        let settings = folder + "/softhsm2.conf"
        try "directories.tokendir = \(folder)/tokens\nobjectstore.backend = file\nlog.level = ERROR\n".write(
            toFile: settings, atomically: true, encoding: .utf8)
        setenv("SOFTHSM2_CONF", settings, 1)
        let tool = Process()
        tool.executableURL = URL(filePath: "/usr/bin/softhsm2-util")
        tool.arguments = ["--init-token", "--free", "--label", Self.label, "--pin", Self.pin.reveal(), "--so-pin", "5678"]
        tool.standardOutput = FileHandle.nullDevice
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationStatus == 0 else { throw KeyError(.refused, "softhsm2-util failed") }
    }

    /// How many keys are in it, private and public ones.
    package var keyCount: Int {
        let files = FileManager.default.enumerator(atPath: folder + "/tokens")?.compactMap { $0 as? String } ?? []
        return files.count { $0.hasSuffix(".object") && !$0.hasSuffix("/token.object") }
    }

    package func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
#endif
