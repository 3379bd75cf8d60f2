import Foundation

/// A program in the shell's language that stands in the place of a worker.
package final class ShellProgram: Sendable {
    package let path = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)").path

    package init(_ text: String) throws {
        // Written by another process: a child that a test beside this one has just forked would hold the file open, and it couldn't be run.
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: "/bin/sh")
        writer.arguments = ["-c", "printf %s \"$1\" >\"$2\" && chmod 700 \"$2\"", "sh", "#!/bin/sh\n\(text)\n", path]
        try writer.run()
        writer.waitUntilExit()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
