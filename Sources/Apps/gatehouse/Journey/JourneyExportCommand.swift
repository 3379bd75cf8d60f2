import Administration
import AMFormat
import ArgumentParser
import Foundation
import JourneyModel
import JourneyTransfer
import Primitives

/// `gatehouse journey export`
struct JourneyExportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: ExportJourneys.declaration.purpose,
        discussion: """
            yaml and json are our own forms, a file for each journey; pingam is that of PingAM's consoles and tools, all in one file with \
            scripts and what else belongs to them. The same journeys give the same bytes. With --json, one object holds the files, or where \
            they were written, and what they lack.

            Examples:
              gatehouse journey export Login > login.json
              gatehouse journey export Login --format pingam --with-inner > Login.journey.json
              gatehouse journey export --all --format yaml --directory journeys
            """)

    @Argument(help: "The journeys' names.") var names: [String] = []
    @Flag(help: "All journeys of the realm.") var all = false
    @Option(help: "yaml, json or pingam.") var format = ExportJourneys.Format.json
    @Flag(help: "Also the journeys that they run inside.") var withInner = false
    @Option(help: "Write a file for each journey into this folder.", completion: .directory) var directory: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all != !names.isEmpty else { throw ValidationError("Name journeys, or give --all.") }
    }

    func run(_ server: ReadingOperator) async throws {
        let export = try await server(
            ExportJourneys(realm: realm.path, names: all ? nil : names, format: format, withInner: withInner))
        try hand(over: export.rows("files"), export.rows("findings"))
    }

    /// Prints the files, or writes them into the folder.
    private func hand(over files: [JSONObject], _ losses: [JSONObject]) throws {
        if !output.json { for loss in losses.compactMap(ImportFinding.init(told:)) { Terminal.complain(loss.description) } }
        if let directory {
            let paths = try files.map { try write($0, to: directory) }
            let report: JSONObject = [
                "files": .array(paths.map { ["path": .string($0)] }), "findings": .array(losses.map { .object($0) }),
            ]
            return output.report(paths.joined(separator: "\n"), report)
        }
        if output.json {
            let objects = [("files", files), ("findings", losses)].map { ($0, JSONValue.array($1.map { .object($0) })) }
            return Terminal.show(.object(JSONObject(objects)))
        }
        guard files.count == 1 else { throw CommandFailure("several journeys make several files; name a folder with --directory") }
        print(files[0]["text"]?.string ?? "", terminator: "")
    }

    /// Writes a file; its path.
    private func write(_ file: JSONObject, to directory: String) throws -> String {
        let (name, text) = (file["name"]?.string ?? "", file["text"]?.string ?? "")
        // A journey's name may hold anything but control characters.
        let safe = name.replacing("/", with: "_").replacing("\\", with: "_")
        let path = directory + "/" + (safe.hasPrefix(".") ? "_" + safe : safe)
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch { throw CommandFailure("\(path) can't be written: \(error.localizedDescription)") }
        return path
    }
}

extension ExportJourneys.Format: ExpressibleByArgument {}

extension ImportFinding {
    /// A finding as an action tells it; nil for what is none.
    init?(told finding: JSONObject) {
        guard let level = finding["level"]?.string.flatMap({ Level(exactly: $0) }), let subject = finding["subject"]?.string else {
            return nil
        }
        self.init(
            level, subject, node: finding["node"]?.string, kind: finding["kind"]?.string, member: finding["member"]?.string,
            finding["reason"]?.string ?? "")
    }
}
