import AMFormat
import Administration
import ArgumentParser
import JourneyModel
import JourneyTransfer
import Primitives

/// `gatehouse journey import`
struct JourneyImportCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: ImportJourneys.declaration.purpose,
        discussion: """
            Takes our own YAML and JSON, and the exports of PingAM and PingOne Advanced Identity Cloud: one journey or many in a file, \
            Amster's folders, those of the configuration tools, and raw graphs with their nodes. What isn't supported is kept for the next \
            export, and said. A user in the middle of a journey that is replaced begins again.

            Examples:
              gatehouse journey import login.yaml --realm alpha --dry-run
              gatehouse journey import allJourneys.journeys.json --replace
              gatehouse journey import config/realms/alpha/journeys
              gatehouse journey export Login | sed s/5/3/ | gatehouse journey import - --replace
            """)

    @Argument(help: "Files or folders; - for standard input.", completion: .file()) var files: [String]
    @OptionGroup var change: ChangeOptions
    @Flag(help: "Put journeys, scripts, e-mail templates and identity providers in the place of others of the same name.") var replace =
        false
    @Flag(help: "Give every node a new id, when the same file is imported into several realms.") var newIds = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let realm = try realm.path
        let files = try JourneyFile.read(files)
        var action = ImportJourneys(realm: realm, files: files, scripts: JourneyFile.scripts(of: files))
        (action.replaces, action.makesNewIDs) = (replace, newIds)
        let outcome = try await server(action)
        let findings = outcome.rows("findings").compactMap(ImportFinding.init(told:))
        let isHeldBack = outcome["done"] != true
        report(outcome, findings, isDone: !change.dryRun && !isHeldBack, realm)
        if isHeldBack, !change.dryRun {
            throw CommandFailure("nothing was imported, since it would replace what is there; see --dry-run, and say so with --replace")
        }
        if findings.contains(where: { $0.level == .error }) { throw ExitCode.failure }
    }

    private func report(_ outcome: Told, _ findings: [ImportFinding], isDone: Bool, _ realm: AdministeredRealm) {
        if output.json {
            var object = outcome.object
            object["done"] = .bool(isDone)
            return Terminal.show(.object(object))
        }
        let changes = outcome.rows("changes").map(ImportedChange.init)
        for change in changes where change.change != ObjectChange.keep.rawValue || changes.count == 1 {
            Terminal.say("\(isDone ? "did" : "would") \(change.change) the \(change.kind) \(change.name) in realm \(realm)")
            for line in change.differences { Terminal.say("    " + line) }
        }
        for finding in findings.sorted(by: { $0.level > $1.level }) { Terminal.complain(finding.description) }
        Terminal.say(Self.summary(of: changes, findings))
    }

    /// `2 journeys, 1 script; 1 added, 0 replaced, 2 unchanged; 0 errors, 3 warnings, 1 note`
    private static func summary(of changes: [ImportedChange], _ findings: [ImportFinding]) -> String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        func of(_ change: ObjectChange) -> Int { changes.filter { $0.change == change.rawValue }.count }
        let kinds = ["journey", "script", "e-mail template", "identity provider"].map { kind in
            count(changes.filter { $0.kind == kind }.count, kind)
        }
        let levels = ImportFinding.Level.allCases.reversed().map { level in
            count(findings.filter { $0.level == level }.count, level.rawValue)
        }
        let actions = "\(of(.add)) added, \(of(.replace)) replaced, \(of(.keep)) unchanged"
        return "\(kinds.joined(separator: ", ")); \(actions); \(levels.joined(separator: ", "))"
    }
}

/// A change that an import makes.
private struct ImportedChange {
    let kind: String
    let name: String
    let change: String
    let differences: [String]

    init(_ told: JSONObject) {
        kind = told["kind"]?.string ?? ""
        name = told["name"]?.string ?? ""
        change = told["change"]?.string ?? ""
        differences = (told["differences"]?.array ?? []).compactMap(\.string)
    }
}
