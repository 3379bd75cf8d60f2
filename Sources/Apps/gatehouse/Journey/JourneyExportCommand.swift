import AMFormat
import ArgumentParser
import Foundation
import JourneyModel
import JourneyTransfer
import Primitives
import Services
import SignIn
import Directory
import Foundations

/// `gatehouse journey export`
struct JourneyExportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print journeys, as import reads them.",
        discussion: """
            yaml and json are our own forms, a file for each journey; pingam is that of PingAM's consoles and tools, all in one file with \
            scripts and what else belongs to them. The same journeys give the same bytes. With --json, one object holds the files, or where \
            they were written, and what they lack.

            Examples:
              gatehouse journey export Login > login.json
              gatehouse journey export Login --format pingam --with-inner > Login.journey.json
              gatehouse journey export --all --format yaml --directory journeys
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case yaml, json, pingam }

    @Argument(help: "The journeys' names.") var names: [String] = []
    @Flag(help: "All journeys of the realm.") var all = false
    @Option(help: "yaml, json or pingam.") var format = Format.json
    @Flag(help: "Also the journeys that they run inside.") var withInner = false
    @Option(help: "Write a file for each journey into this folder.", completion: .directory) var directory: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all != !names.isEmpty else { throw ValidationError("Name journeys, or give --all.") }
    }

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let selected = all ? try await domain.journeys.all(in: realm.id).map(\.name) : names
        var journeys: [JourneyDefinition] = []
        for name in selected { journeys.append(try await domain.definition(name, in: realm)) }
        let inner = withInner ? try await self.inner(of: journeys, domain, realm) : []
        let export = try await JourneyExport(of: realm, in: domain)
        let losses = format == .pingam ? (journeys + inner).flatMap(export.losses) : []
        try hand(over: try files(journeys, inner, export), losses)
    }

    /// Prints the files, or writes them into the folder.
    private func hand(over files: [File], _ losses: [ImportFinding]) throws {
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

    /// The journeys that some run inside, as far as they are there.
    private func inner(of journeys: [JourneyDefinition], _ domain: Domain, _ realm: Realm) async throws -> [JourneyDefinition] {
        var (known, found, open) = (Set(journeys.map(\.name)), [JourneyDefinition](), journeys.flatMap(\.innerJourneys))
        while let name = open.popLast() {
            guard known.insert(name).inserted, try await domain.journeys.entry(name, in: realm.id) != nil else { continue }
            found.append(try await domain.definition(name, in: realm))
            open += found[found.count - 1].innerJourneys
        }
        return found.sorted { $0.name < $1.name }
    }

    private struct File {
        let name: String
        let text: String
    }

    private func files(_ journeys: [JourneyDefinition], _ inner: [JourneyDefinition], _ export: JourneyExport) throws -> [File] {
        switch format {
        case .yaml: return try (journeys + inner).map { File(name: "\($0.name).yaml", text: try $0.yaml()) }
        case .json: return (journeys + inner).map { File(name: "\($0.name).json", text: $0.json.layout + "\n") }
        case .pingam:
            let text = export.file(journeys + inner, inner: Set(inner.map(\.name))).layout + "\n"
            return [File(name: journeys.count == 1 ? "\(journeys[0].name).journey.json" : "journeys.json", text: text)]
        }
    }

    /// Writes a file; its path.
    private func write(_ file: File, to directory: String) throws -> String {
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

extension Domain {
    /// A stored journey of a name that was typed, read.
    func definition(_ name: String, in realm: Realm) async throws -> JourneyDefinition {
        let entry = try await StoredJourney.existing(name, in: realm, self)
        do { return try JourneyDefinition(json: entry.definition) } catch {
            throw CommandFailure(error.problems.map { "the stored journey \(name) can't be read: \($0)" })
        }
    }
}
