import ArgumentParser
import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import Primitives
import TransparencyLog

/// The keys by which a log's checkpoints are believed.
struct LogTrustOptions: ParsableArguments {
    @Option(
        name: .customLong("key"), help: ArgumentHelp("A verifier key of the log; may be given more than once.", valueName: "key"),
        transform: LogTrustOptions.key)
    var keys: [NoteKey] = []
    @Option(
        name: .customLong("witness"), help: ArgumentHelp("A witness's verifier key; may be given more than once.", valueName: "key"),
        transform: LogTrustOptions.key)
    var witnesses: [NoteKey] = []
    @Option(help: "How many of these witnesses must have cosigned.") var quorum = 0

    static func key(_ text: String) throws -> NoteKey {
        do { return try NoteKey(text: text) } catch { throw ValidationError(error.reason) }
    }

    func validate() throws {
        guard keys.allSatisfy({ $0.name == keys[0].name }) else { throw ValidationError("several keys by --key are of one log") }
        guard !keys.isEmpty || (witnesses.isEmpty && quorum == 0) else { throw ValidationError("--witness and --quorum go with --key") }
    }

    /// The demands on a checkpoint; nil without a key.
    var policy: CheckpointPolicy? {
        keys.first.map { CheckpointPolicy(origin: $0.name, logKeys: keys, witnesses: witnesses, quorum: quorum) }
    }

    /// The demands on a checkpoint, where a key is needed.
    func required() throws -> CheckpointPolicy {
        guard let policy else { throw ValidationError("name the log's key by --key; it is in the server's …/distributedid/configuration") }
        return policy
    }
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
    @OptionGroup var trust: LogTrustOptions
    @OptionGroup var authorities: AuthoritiesOption

    private static let longestFile = 16 << 20

    func validate() throws { _ = try trust.required() }

    /// The check of the log.
    func audit() throws -> LogFilesCheck {
        let (transport, url) = (try authorities.transport(), url)
        return LogFilesCheck(policy: try trust.required()) { path in
            let answer = try await transport.send(HTTPRequest(.get, url.appending(path: path), responseLimit: Self.longestFile))
            guard answer.status == 200 else { throw CommandFailure("\(url.absoluteString)/\(path) is answered by \(answer.status)") }
            return answer.body
        }
    }
}
