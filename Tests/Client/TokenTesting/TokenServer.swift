#if os(Linux)
import DeviceFoundation
import Foundation

/// A process that has a token and lends it to others: p11-kit's server. It ends with the one that started it, however that ends.
package final class TokenServer {
    /// The module by which another process uses the token; nil where it isn't installed.
    package static let client = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/pkcs11/p11-kit-client.so" }
        .first { FileManager.default.fileExists(atPath: $0) }
    package static var isInstalled: Bool {
        SoftToken.isInstalled && client != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/p11-kit")
    }

    private let process = Process()
    private let input = Pipe()

    /// Starts it, and tells p11-kit's module in this process where it is.
    package init(_ token: SoftToken) throws {
        let (socket, output) = (token.folder + "/socket", Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        // The input ends with the process at its other end, and then the server is stopped.
        process.arguments = [
            "-c",
            """
            exec 3<&0
            (read -r _ <&3; kill $$) >/dev/null 2>&1 &
            exec p11-kit server --foreground --name "$0" --provider "$1" "pkcs11:token=$2" 3<&-
            """, socket, SoftToken.module, SoftToken.label,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var said = ""
        // What it says last before it waits for others.
        while !said.contains("P11_KIT_SERVER_PID") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw KeyError(.refused, "p11-kit's server didn't start") }
            said += String(decoding: more, as: UTF8.self)
        }
        setenv("P11_KIT_SERVER_ADDRESS", "unix:path=\(socket)", 1)
    }

    package func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
#endif
