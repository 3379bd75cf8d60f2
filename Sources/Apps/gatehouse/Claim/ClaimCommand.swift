import ArgumentParser
import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import Primitives
import TransparencyLog

/// `gatehouse claim`
struct ClaimCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim", abstract: "The claims that are registered in a log.", subcommands: [ClaimLogCommand.self])
}

/// `gatehouse claim log`
struct ClaimLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "A realm's log, read as any client reads it.",
        subcommands: [ClaimLogCheckpointCommand.self, ClaimLogVerifyCommand.self])
}

/// The log that a command reads.
struct LogOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The log's URL, which ends with /log.", valueName: "url"),
        transform: { text in
            guard let url = URL(string: text), ["https", "http"].contains(url.scheme), url.host != nil else {
                throw ValidationError("\(text) is no URL of a log")
            }
            return url
        })
    var url: URL
    @Option(
        name: .customLong("key"), help: ArgumentHelp("A verifier key of the log; may be given more than once.", valueName: "key"),
        transform: LogOptions.key)
    var keys: [NoteKey]
    @Option(
        name: .customLong("witness"), help: ArgumentHelp("A witness's verifier key; may be given more than once.", valueName: "key"),
        transform: LogOptions.key)
    var witnesses: [NoteKey] = []
    @Option(help: "How many of these witnesses must have cosigned.") var quorum = 0
    @OptionGroup var authorities: AuthoritiesOption

    private static let longestFile = 16 << 20

    static func key(_ text: String) throws -> NoteKey {
        do { return try NoteKey(text: text) } catch { throw ValidationError(error.reason) }
    }

    func validate() throws {
        guard let first = keys.first, keys.allSatisfy({ $0.name == first.name }) else {
            throw ValidationError("name the log's key by --key; several are of one log")
        }
    }

    /// The check of the log.
    func audit() throws -> LogFilesCheck {
        let (transport, url) = (try authorities.transport(), url)
        let policy = CheckpointPolicy(origin: keys[0].name, logKeys: keys, witnesses: witnesses, quorum: quorum)
        return LogFilesCheck(policy: policy) { path in
            let answer = try await transport.send(HTTPRequest(.get, url.appending(path: path), responseLimit: Self.longestFile))
            guard answer.status == 200 else { throw CommandFailure("\(url.absoluteString)/\(path) is answered by \(answer.status)") }
            return answer.body
        }
    }
}

/// `gatehouse claim log checkpoint`
struct ClaimLogCheckpointCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkpoint", abstract: "Show the log's newest checkpoint, once its signatures are verified.")

    @OptionGroup var log: LogOptions

    func run() async throws {
        let audit = try log.audit()
        let note = try await audit.fetch("checkpoint")
        _ = try audit.policy.verify(note, at: Date())
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
        let now = Date()
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
