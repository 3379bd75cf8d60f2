package import Foundation

/// A program under a name of its own, by which a test finds the processes that it started and no others.
package final class NamedProgram: Sendable {
    package let path: String

    /// - Parameter program: the path of the program.
    package init(_ program: String) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)").path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: program)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The processes that run now.
    package var processes: [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { id in
            FileManager.default.contents(atPath: "/proc/\(id)/cmdline")?.starts(with: path.utf8) == true
        }
    }

    /// Waits until so many run.
    package func waitFor(_ count: Int) async throws -> [pid_t] {
        while processes.count != count { try await Task.sleep(for: .milliseconds(10)) }
        return processes
    }
}
