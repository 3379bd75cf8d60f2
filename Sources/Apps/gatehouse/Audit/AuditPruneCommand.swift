import ArgumentParser
import Foundation
import Primitives
import Services
import Foundations

/// `gatehouse audit prune`
struct AuditPruneCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Remove old events; what remains can still be verified.",
        discussion: """
            Export them first, if they are to be kept: gatehouse audit export old.jsonl --older-than 365
            The log then begins at a checkpoint, which is where the exported file ends.

            Example:
              gatehouse audit prune --older-than 365 --yes
            """)

    @Option(help: ArgumentHelp("Remove events that are older than so many days.", valueName: "days")) var olderThan: Int
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws { try AuditAge.check(olderThan) }

    func run(in domain: Domain) async throws {
        let now = domain.time.now
        guard let end = AuditAge.end(olderThan, at: now) else { return }
        try confirmation.confirm("Remove all audit events before \(end.formatted(.iso8601)) for good?")
        let pruning = try await domain.audit.prune(before: end, at: now, in: domain.database)
        output.report(
            "removed \(pruning.events) events; the log begins after \(pruning.through)",
            ["events": .integer(pruning.events), "checkpoint": .string(pruning.through.description)])
    }
}
