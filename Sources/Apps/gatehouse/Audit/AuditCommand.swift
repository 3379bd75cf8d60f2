import ArgumentParser
import Primitives
import Services

/// `gatehouse audit`
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "The log of what was done, chained by hash.",
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self])
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
            """)

    @Option(help: ArgumentHelp("A checkpoint printed earlier, which the log must pass through.", valueName: "checkpoint"))
    var through: String?
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let known = try through.map { try AuditCheckpoint(parsing: $0) }
        let end = try await domain.audit.verify(domain.database, through: known)
        output.report(
            "\(end.sequence) events, unbroken; checkpoint \(end)",
            ["events": .integer(end.sequence), "checkpoint": .string(end.description), "valid": true])
    }
}
