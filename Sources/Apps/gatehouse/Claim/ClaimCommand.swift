import ArgumentParser
import Foundation
import Primitives
import TransparencyLog

/// `gatehouse claim`
struct ClaimCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim", abstract: "Claims for wallets: issue, expire and verify them, and read the log in which they are registered.",
        subcommands: [
            ClaimIssueCommand.self, ClaimExpireCommand.self, ClaimListCommand.self, ClaimVerifyCommand.self, ClaimLogCommand.self,
        ])
}

/// `gatehouse claim log`
struct ClaimLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "A realm's log, read as any client reads it.",
        subcommands: [ClaimLogCheckpointCommand.self, ClaimLogVerifyCommand.self])
}

/// `gatehouse claim log checkpoint`
struct ClaimLogCheckpointCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkpoint", abstract: "Show the log's newest checkpoint, once its signatures are verified.",
        discussion: """
            Example:
              gatehouse claim log checkpoint https://id.example.com/wallets/alpha/v1/distributedid/log \\
                --key 'id.example.com/wallets/0b6e…+1a2b3c4d+AX…'
            """)

    @OptionGroup var log: LogOptions

    func run() async throws {
        let audit = try log.audit()
        let note = try await audit.fetch("checkpoint")
        _ = try audit.policy.verify(note, at: SystemTime().now)
        for line in (String(foreign: note) ?? "").split(separator: "\n", omittingEmptySubsequences: false) { Terminal.say(String(line)) }
    }
}

/// `gatehouse claim log verify`
struct ClaimLogVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the whole log from its static files: every entry and every tile.",
        discussion: """
            With --seen, the log must also continue the checkpoint in that file, which is then replaced by the new one: a log that forks or goes back
            is noticed.

            Example:
              gatehouse claim log verify https://id.example.com/wallets/alpha/v1/distributedid/log \\
                --key 'id.example.com/wallets/0b6e…+1a2b3c4d+AX…' --seen alpha.checkpoint
            """)

    @OptionGroup var log: LogOptions
    @Option(
        help: ArgumentHelp("The file with the checkpoint that was seen last, made if it doesn't exist.", valueName: "file"),
        completion: .file())
    var seen: String?

    func run() async throws {
        let now = SystemTime().now
        let audit = try log.audit()
        var earlier: Checkpoint?
        if let seen, FileManager.default.fileExists(atPath: seen) {
            earlier = try audit.policy.verify(try InputFile.bytes(seen), at: now).checkpoint
        }
        let report = try await audit.run(since: earlier, at: now)
        if let seen { try Data(report.note).write(to: URL(filePath: seen), options: .atomic) }
        let (checkpoint, witnesses) = (report.checkpoint.checkpoint, report.checkpoint.cosignatures.map(\.witness))
        Terminal.say("\(checkpoint.origin): \(checkpoint.size) entries, all as the checkpoint says")
        Terminal.say("  Claims      \(report.claims)")
        Terminal.say("  Expiries    \(report.expiries)")
        Terminal.say("  Keys        \(report.keys)")
        Terminal.say("  Witnesses   \(witnesses.isEmpty ? "none" : witnesses.joined(separator: ", "))")
    }
}
