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
        try hand(over: export.files, export.losses)
    }

    /// Prints the files, or writes them into the folder.
    private func hand(over files: [ExportJourneys.File], _ losses: [ImportFinding]) throws {
        if !output.json { for loss in losses { Terminal.complain(loss.description) } }
        if let directory {
            let paths = try files.map { try write($0, to: directory) }
            let report: JSONObject = [
                "files": .array(paths.map { ["path": .string($0)] }), "findings": .array(losses.map { .object($0.json) }),
            ]
            return output.report(paths.joined(separator: "\n"), report)
        }
        if output.json {
            let texts = files.map { ["name": .string($0.name), "text": .string($0.text)] as JSONValue }
            return print(JSONValue.object(["files": .array(texts), "findings": .array(losses.map { .object($0.json) })]).text)
        }
        guard files.count == 1 else { throw CommandFailure("several journeys make several files; name a folder with --directory") }
        print(files[0].text, terminator: "")
    }

    /// Writes a file; its path.
    private func write(_ file: ExportJourneys.File, to directory: String) throws -> String {
        // A journey's name may hold anything but control characters.
        let safe = file.name.replacing("/", with: "_").replacing("\\", with: "_")
        let path = directory + "/" + (safe.hasPrefix(".") ? "_" + safe : safe)
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
        } catch { throw CommandFailure("\(path) can't be written: \(error.localizedDescription)") }
        return path
    }
}

extension ExportJourneys.Format: ExpressibleByArgument {}
