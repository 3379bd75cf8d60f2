import ArgumentParser
import Foundation
import Primitives
import VerifiableClaims

/// `gatehouse claim list`
struct ClaimListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the claims that a log registers, and the times from which their issuers say that they aren't good.",
        discussion: """
            The whole log is read and checked first, as by gatehouse claim log verify. It says nothing of a claim's content, subject or holder.

            Examples:
              gatehouse claim list https://id.example.com/wallets/alpha/v1/distributedid/log --key 'id.example.com/wallets/0b6e…+1a2b3c4d+AX…'
              gatehouse claim list https://id.example.com/wallets/alpha/v1/distributedid/log --key '…' --by 6f1c… --json
            """)

    @OptionGroup var log: LogOptions
    @Option(help: ArgumentHelp("Only the claims of this issuer.", valueName: "id")) var by: String?
    @Flag(help: "Only claims that aren't good any more.") var expired = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard by.map({ UUID(text: $0) != nil }) ?? true else { throw ValidationError("an issuer's id is a UUID") }
    }

    func run() async throws {
        let now = SystemTime().now
        var register = ClaimRegister()
        _ = try await log.audit().run(at: now) { register.take($0) }
        let claims = register.claims.filter { claim in
            by.map { $0 == claim.issuer } ?? true && (!expired || claim.expires.map { now >= $0 } ?? false)
        }
        output.show(claims.map(\.json), columns: ["id", "issuer", "registered", "expires"])
    }
}

/// The claims of a log, in its order.
struct ClaimRegister {
    /// A claim as the log has it.
    struct Registered {
        let dataHash: String
        let issuer: String
        let registered: Date
        /// The earliest time that its issuer has stated; nil for none.
        var expires: Date?

        var json: JSONObject {
            var object: JSONObject = [
                "dataHash": .string(dataHash), "issuer": .string(issuer), "registered": .string(registered.formatted(.iso8601)),
            ]
            object["id"] = ClaimHead.id(of: dataHash).map { .string($0.text) }
            object["expires"] = expires.map { .string($0.formatted(.iso8601)) }
            return object
        }
    }

    private(set) var claims: [Registered] = []
    private var places: [String: Int] = [:]

    mutating func take(_ entry: RegistryEntry) {
        switch entry {
        case .claim(let hash, let issuer, let time):
            guard places[hash] == nil else { return }
            places[hash] = claims.count
            claims.append(Registered(dataHash: hash, issuer: issuer, registered: time))
        case .expiry(let hash, let issuer, let end, _):
            guard let place = places[hash], claims[place].issuer == issuer else { return }
            claims[place].expires = claims[place].expires.map { min($0, end) } ?? end
        case .key: break
        }
    }
}
