import ArgumentParser
import Primitives
import Services
import Foundations

/// `gatehouse audit`
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "The log of what was done, chained by hash.",
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self, AuditExportCommand.self, AuditPruneCommand.self])
}

/// `gatehouse audit list`
struct AuditListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the last events, oldest first.",
        discussion: """
            Examples:
              gatehouse audit list --limit 20
              gatehouse audit list --json | jq -c '.[] | select(.outcome == "failure")'
            """)

    @Option(help: "How many at most.") var limit = 50
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 10000") }
    }

    func run(in domain: Domain) async throws {
        let events = try await domain.audit.latest(limit, of: domain.database)
        output.show(events, columns: ["sequence", "time", "realm", "kind", "outcome", "user", "client", "reason"])
    }
}

/// `gatehouse audit verify`
struct AuditVerifyCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that no event was changed or left out, and print a checkpoint.",
        discussion: """
            Keep the checkpoint elsewhere: with it a later run also finds events that were cut off at the end.

            Examples:
              gatehouse audit verify
              gatehouse audit verify --through 5021:x2hZ…
              gatehouse audit verify --file audit.jsonl
            """)

    @Option(help: ArgumentHelp("A checkpoint printed earlier, which the log must pass through.", valueName: "checkpoint"))
    var through: String?
    @Option(help: ArgumentHelp("Check an exported file, not this server's log.", valueName: "file"))
    var file: String?
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard file == nil || through == nil else { throw ValidationError("--through is about this server's log, and --file about a file") }
    }

    func run() async throws {
        guard let file else { return try await runOnData() }
        let lines = try InputFile.text(file).split(separator: "\n").map(String.init)
        var export = try AuditExport(firstLine: lines.first ?? "{}")
        for line in lines.dropFirst() { try export.read(line) }
        try export.finish()
        report(from: export.start, to: export.head)
    }

    func run(in domain: Domain) async throws {
        let known = try through.map { try AuditCheckpoint(parsing: $0) }
        let end = try await domain.audit.verify(domain.database, through: known)
        report(from: try await domain.audit.beginning(of: domain.database), to: end)
    }

    private func report(from start: AuditCheckpoint, to end: AuditCheckpoint) {
        let events = end.sequence - start.sequence
        let origin = start == .start ? "" : " after event \(start.sequence), up to which the log was pruned"
        output.report(
            "\(events) events, unbroken\(origin); checkpoint \(end)",
            [
                "events": .integer(events), "from": .string(start.description), "checkpoint": .string(end.description), "valid": true,
            ])
    }
}
