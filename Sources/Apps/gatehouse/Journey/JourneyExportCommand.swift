import ArgumentParser
import Foundation
import JourneyEngine
import Primitives
import Services

/// `gatehouse journey export`
struct JourneyExportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print journeys, as import reads them.",
        discussion: """
            yaml and json are our own forms, a file for each journey; pingam is that of PingAM's consoles and tools, all in one file with \
            scripts and what else belongs to them. The same journeys give the same bytes.

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

    func validate() throws {
        guard all != !names.isEmpty else { throw ValidationError("Name journeys, or give --all.") }
    }

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let selected = all ? try await domain.journeys.all(in: realm.id).map(\.name) : names
        var journeys: [JourneyDefinition] = []
        for name in selected { journeys.append(try await domain.definition(name, in: realm)) }
        let inner = withInner ? try await self.inner(of: journeys, domain, realm) : []
        let export = JourneyExport(scripts: try await domain.scripts.all(in: realm.id), carried: try await domain.carried.all(in: realm.id))
        let texts = try texts(journeys, inner, export)
        guard let directory else {
            guard texts.count == 1 else { throw CommandFailure("several journeys make several files; name a folder with --directory") }
            return print(texts[0].text, terminator: "")
        }
        for (name, text) in texts { try write(text, named: name, to: directory) }
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

    private func texts(
        _ journeys: [JourneyDefinition], _ inner: [JourneyDefinition], _ export: JourneyExport
    ) throws -> [(name: String, text: String)] {
        switch format {
        case .yaml: return try (journeys + inner).map { ("\($0.name).yaml", try $0.yaml()) }
        case .json: return (journeys + inner).map { ("\($0.name).json", $0.json.layout + "\n") }
        case .pingam:
            for loss in (journeys + inner).flatMap(export.losses) { Terminal.complain(loss.description) }
            let file = export.file(journeys + inner, inner: Set(inner.map(\.name)))
            return [(journeys.count == 1 ? "\(journeys[0].name).journey.json" : "journeys.json", file.layout + "\n")]
        }
    }

    private func write(_ text: String, named name: String, to directory: String) throws {
        // A journey's name may hold anything but control characters.
        let safe = name.replacing("/", with: "_").replacing("\\", with: "_")
        let path = directory + "/" + (safe.hasPrefix(".") ? "_" + safe : safe)
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch { throw CommandFailure("\(path) can't be written: \(error.localizedDescription)") }
        print(path)
    }
}

extension Domain {
    /// A stored journey that somebody named, read.
    func definition(_ name: String, in realm: Realm) async throws -> JourneyDefinition {
        let entry = try await StoredJourney.existing(name, in: realm, self)
        do { return try JourneyDefinition(json: entry.definition) } catch {
            throw CommandFailure(error.problems.map { "the stored journey \(name) can't be read: \($0)" })
        }
    }
}
