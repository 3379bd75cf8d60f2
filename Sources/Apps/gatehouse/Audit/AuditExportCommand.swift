import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse audit export`
struct AuditExportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: ExportAudit.declaration.purpose,
        discussion: """
            The file can be verified by itself: gatehouse audit verify --file audit.jsonl

            Examples:
              gatehouse audit export audit.jsonl
              gatehouse audit export 2025.jsonl --older-than 90
            """)

    @Argument(help: "The file; one that is there is not overwritten.") var file: String
    @Option(help: ArgumentHelp("Only events that are older than so many days.", valueName: "days")) var olderThan: Int?
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws { try olderThan.map(AuditAge.check) }

    func run(_ server: ReadingOperator) async throws {
        let lines = try NewFile(file)
        let exported = try await server(ExportAudit(olderThan: olderThan) { try lines.write($0) })
        // A server's lines come with its answer.
        for line in exported.rows("lines") { try lines.write(line) }
        try lines.close()
        output.report(
            "wrote \(exported.count("events")) events to \(file); they end at \(exported.text("checkpoint"))",
            ["events": .integer(exported.count("events")), "file": .string(file), "checkpoint": .string(exported.text("checkpoint"))])
    }
}

extension AuditAge {
    /// Refuses an age that is none, as a flag gives it.
    static func check(_ days: Int) throws {
        guard bounds.contains(days) else { throw ValidationError("--older-than is a number of days from 1 to 36500") }
    }
}

/// A file that wasn't there, to which lines are written; only its owner can read it.
struct NewFile {
    private let handle: FileHandle

    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw CommandFailure("the file \(path) can't be made: \(String(cString: strerror(errno)))") }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ line: JSONObject) throws { try handle.write(contentsOf: Data(JSONValue.object(line).encoded + [0x0A])) }

    func close() throws {
        try handle.synchronize()
        try handle.close()
    }
}
