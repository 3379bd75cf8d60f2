import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse audit prune`
struct AuditPruneCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: PruneAudit.declaration.purpose,
        discussion: """
            Export them first, if they are to be kept: gatehouse audit export old.jsonl --older-than 365
            The log then begins at a checkpoint, which is where the exported file ends.

            Example:
              gatehouse audit prune --older-than 365 --yes
            """)

    @Option(help: ArgumentHelp("Remove events that are older than so many days.", valueName: "days")) var olderThan: Int
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws { try AuditAge.check(olderThan) }

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Remove all audit events that are older than \(olderThan) days for good?")
        let pruned = try await server(PruneAudit(olderThan: olderThan))
        output.report(
            "removed \(pruned.count("events")) events before \(pruned.text("before")); the log begins after \(pruned.text("checkpoint"))",
            ["events": .integer(pruned.count("events")), "checkpoint": .string(pruned.text("checkpoint"))], change)
    }
}
