import Administration
import ArgumentParser
import Primitives

/// `gatehouse audit`
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "The log of what was done, chained by hash.",
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self, AuditExportCommand.self, AuditPruneCommand.self])
}

/// `gatehouse audit verify`
struct AuditVerifyCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: VerifyAudit.declaration.purpose,
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
        let log = try VerifyAudit.verify(file: InputFile.text(file).split(separator: "\n").map(String.init))
        report(Told(.object(log.json)))
    }

    func run(_ server: ReadingOperator) async throws { report(try await server(VerifyAudit(through: through))) }

    private func report(_ log: Told) {
        // A checkpoint begins with the number of its event.
        let after = log.text("from").prefix { $0 != ":" }
        let origin = after == "0" ? "" : " after event \(after), up to which the log was pruned"
        output.report(
            "\(log.count("events")) events, unbroken\(origin); checkpoint \(log.text("checkpoint"))",
            log.object)
    }
}
