import ArgumentParser
import GatehouseServer
import Primitives
import TransparencyLog
import UnixSignals

/// `gatehouse witness`
struct WitnessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "witness", abstract: "Run a witness: it cosigns what continues a log, and refuses forks and rewinds.",
        discussion: """
            A witness is run by another operator than the logs that it watches. It keeps the last checkpoint of each in a file, which is its memory:
            without it, it would cosign whatever comes first. A realm names it in walletWitnesses by its URL and the key that is printed here.

            Example:
              gatehouse witness --name w.example.org --memory witness.db --log 'id.example.com/wallets/0b6e…+1a2b3c4d+AX…'
            """)

    @Option(help: ArgumentHelp("The witness's name, its URL without https:// as a rule.", valueName: "name")) var name: String
    @Option(help: ArgumentHelp("The file of its memory and its key, made if it doesn't exist.", valueName: "file"), completion: .file())
    var memory = "witness.db"
    @Option(
        name: .customLong("log"), help: ArgumentHelp("The verifier key of a log to watch; may be given more than once.", valueName: "key"),
        transform: LogTrustOptions.key)
    var logs: [NoteKey]
    @Option(help: "The address to listen on.") var host = "127.0.0.1"
    @Option(help: "The port to listen on.") var port = 8090

    func validate() throws {
        guard !logs.isEmpty, logs.allSatisfy({ $0.kind == .ed25519 }) else {
            throw ValidationError("name at least one log by --log, with a key that signs checkpoints")
        }
    }

    func run() async throws {
        let book = try await WitnessBook.open(at: memory, name: name, logs: logs)
        let key = book.key.text
        try await WitnessServer(book, host: host, port: port).run(stoppingOn: [.sigterm, .sigint]) { [host, logs] port in
            Terminal.say("The witness is listening on \(host):\(port)")
            Terminal.say("  Key         \(key)")
            for log in logs { Terminal.say("  Log         \(log.name)") }
            Terminal.flush()
        }
    }
}
