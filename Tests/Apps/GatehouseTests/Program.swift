import Foundation
import Primitives
import ServerTesting
import Synchronization
import Testing

/// The built program, run as a child.
struct Program {
    struct Ending {
        let code: Int32
        let output: String
        let complaints: [String]

        var json: JSONValue? { try? JSONValue(parsing: output.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    /// The program lies beside the tests that were built with it.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("gatehouse").path

    /// Runs it to its end.
    static func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws -> Ending {
        try await run(arguments, input: input, environment: environment)
    }

    static func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) async throws -> Ending {
        let child = try Child(arguments, environment: environment)
        try child.write(input)
        return try await child.ending()
    }
}

/// A running child.
final class Child: @unchecked Sendable {  // its process is used by one task after another
    let process: Process
    private let input = Pipe()
    private let files: (output: String, complaints: String)
    private let directory: TemporaryDirectory

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        files = (directory.path + "/output", directory.path + "/complaints")
        process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": directory.path, "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
        process.standardInput = input
        process.standardOutput = try Self.file(files.output)
        process.standardError = try Self.file(files.complaints)
        // Foundation's Process crashes on Linux now and then when two are launched at the same moment.
        try Self.launching.withLock { _ in try process.run() }
    }

    private static let launching = Mutex(())

    func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
    }

    /// What it has printed so far.
    var output: String { (try? String(contentsOfFile: files.output, encoding: .utf8)) ?? "" }

    /// The text that it has written to standard error so far.
    var complaints: String { (try? String(contentsOfFile: files.complaints, encoding: .utf8)) ?? "" }

    /// Waits until it has ended, or kills it after a minute.
    func ending() async throws -> Program.Ending {
        for _ in 0..<6000 where process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        let complaints = try String(contentsOfFile: files.complaints, encoding: .utf8)
        defer { directory.remove() }
        return Program.Ending(
            code: process.terminationStatus, output: output, complaints: complaints.split(separator: "\n").map(String.init))
    }

    private static func file(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return try #require(FileHandle(forWritingAtPath: path))
    }
}
