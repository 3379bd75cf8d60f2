package import AMFormat
package import Directory
package import Foundations
import JourneyModel
import JourneyTransfer
import Primitives
package import ResourceMessages
import SignIn

/// Gives journeys as files that import reads.
package struct ExportJourneys: ReadingAction {
    package static let declaration = ActionDeclaration(
        "journey.export", .readConfiguration, "Print journeys, as import reads them.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("journeys:export").long, Export.form, from: { Self(realm: $0, names: nil) },
            .init("names", optional: \.names, .list(.name, count: 1...50)), .init("format", \.format, .choice),
            .init("withInner", \.withInner, .flag))
    }

    /// The format of the files: ours as YAML or JSON, or AM's.
    package enum Format: String, Sendable, CaseIterable { case yaml, json, pingam }

    package var realm: RealmPath
    /// The journeys' names; nil for all.
    package var names: [String]?
    package var format: Format
    /// Whether the journeys that they run inside come along.
    package var withInner: Bool

    package init(realm: RealmPath, names: [String]?, format: Format = .json, withInner: Bool = false) {
        self.realm = realm
        self.names = names
        self.format = format
        self.withInner = withInner
    }

    /// Files, and what they lack.
    package struct Export: Reported {
        /// The files: one for each journey in our formats, one for all in AM's.
        package let files: [File]
        /// The parts of the journeys that a format can't say.
        package let losses: [ImportFinding]

        package static let reportName = "JourneyExport"

        package static var members: [Member<Self>] {
            [
                Member(told: "files", .several(File.form), \.files),
                Member(told: "findings", .told(.list(ImportFinding.shape)) { .array($0.map { .object($0.json) }) }) { $0.losses },
            ]
        }
    }

    /// A file by the name that it should have.
    package struct File: Reported {
        /// The name of the file, without a folder.
        package let name: String
        /// The content of the file.
        package let text: String

        package static let reportName = "JourneyFile"

        package static var members: [Member<Self>] {
            [
                Member(told: "name", .words, \.name),
                Member(told: "text", .words, \.text),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Export {
        let domain = site.domain
        var selected = names ?? []
        if names == nil { selected = try await domain.signIn.journeys.all(in: realm.id).map(\.name) }
        var journeys: [JourneyDefinition] = []
        for name in selected {
            journeys.append(try await domain.definition(name, in: realm))
            try WorkProgress.step()
        }
        let inner = withInner ? try await self.inner(of: journeys, domain, realm) : []
        let export = try await JourneyExport(of: realm, in: domain.transfer)
        let losses = format == .pingam ? (journeys + inner).flatMap(export.losses) : []
        return Export(files: try files(journeys, inner, export), losses: losses)
    }

    /// The journeys that some run inside, as far as they are there.
    private func inner(
        of journeys: [JourneyDefinition], _ domain: AdministrationServices, _ realm: Realm
    ) async throws -> [JourneyDefinition] {
        var known = Set(journeys.map(\.name))
        var found = [JourneyDefinition]()
        var open = journeys.flatMap(\.innerJourneys)
        while let name = open.popLast() {
            guard known.insert(name).inserted, try await domain.signIn.journeys.entry(name, in: realm.id) != nil else { continue }
            found.append(try await domain.definition(name, in: realm))
            open += found[found.count - 1].innerJourneys
        }
        return found.sorted { $0.name < $1.name }
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
}
