import ArgumentParser
import Foundation
import Primitives
import Services
import Foundations

/// `gatehouse audit export`
struct AuditExportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write events to a file, one JSON object a line, each with its hash.",
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

    func validate() throws { try AuditAge.check(olderThan) }

    func run(in domain: Domain) async throws {
        let lines = try NewFile(file)
        var events = 0
        let end = try await domain.audit.export(domain.database, before: AuditAge.end(olderThan, at: domain.time.now)) { start, page in
            if page.isEmpty { try lines.write(AuditExport.line(start)) }
            for event in page { try lines.write(event) }
            events += page.count
        }
        try lines.write(AuditExport.line(end))
        try lines.close()
        output.report(
            "wrote \(events) events to \(file); they end at \(end)",
            ["events": .integer(Int64(events)), "file": .string(file), "checkpoint": .string(end.description)])
    }
}

/// The age of the events that a command is about.
enum AuditAge {
    static func check(_ days: Int?) throws {
        guard days.map({ (1...36_500).contains($0) }) ?? true else {
            throw ValidationError("--older-than is a number of days from 1 to 36500")
        }
    }

    /// The time of the first event that isn't old enough.
    static func end(_ days: Int?, at now: Date) -> Date? { days.map { now.addingTimeInterval(-86_400 * TimeInterval($0)) } }
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
