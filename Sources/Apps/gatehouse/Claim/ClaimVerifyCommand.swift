import ArgumentParser
import Foundation
import Primitives
import TransparencyLog
import VerifiableClaims
import WalletMessages

/// `gatehouse claim verify`
struct ClaimVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a claim: its members, its issuer's signature, its registration, and that it isn't expired.",
        discussion: """
            The claim is the documented JSON, or an SD-JWT. With --server the proofs are asked for; --save keeps them in a file, by which --evidence
            verifies the claim later without a network, as of that day. Without --key the log is believed that the server names.

            Examples:
              gatehouse claim verify card.json --server http://localhost:8080/wallets/alpha/v1/ --save card.evidence
              gatehouse claim verify card.json --evidence card.evidence --key 'id.example.com/wallets/0b6e…+1a2b3c4d+AX…'
              gatehouse claim issue 6f1c… number=42 --json | gatehouse claim verify --server http://localhost:8080/wallets/alpha/v1/
            """)

    @Argument(help: "The file with the claim; - for standard input.", completion: .file()) var file = "-"
    @Option(help: ArgumentHelp("The server's address for wallets, {base}/wallets/{realm}/v1/.", valueName: "url")) var server: String?
    @Option(help: ArgumentHelp("A file with the proofs, as --save writes it.", valueName: "file"), completion: .file()) var evidence:
        String?
    @Option(help: ArgumentHelp("Write the server's proofs into this file.", valueName: "file"), completion: .file()) var save: String?
    @OptionGroup var trust: LogTrustOptions
    @OptionGroup var authorities: AuthoritiesOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (server == nil) != (evidence == nil) else { throw ValidationError("give either --server or --evidence") }
        guard save == nil || server != nil else { throw ValidationError("--save goes with --server") }
        if evidence != nil { _ = try trust.required() }
    }

    func run() async throws {
        let (claim, now) = (try ClaimFile(try InputFile.bytes(file)), SystemTime().now)
        let (evidence, policy) = try await found(claim)
        let finding = try evidence.verify(claim, policy: policy, at: now)
        if let save { try Data(evidence.json.encoded).write(to: URL(filePath: save), options: .atomic) }
        let isGood = finding.expires.map { now < $0 } ?? true
        show(finding, isGood: isGood, size: finding.checkpoint.checkpoint.size)
        guard isGood else { throw ExitCode.failure }
    }

    private func found(_ claim: ClaimFile) async throws -> (ClaimEvidence, CheckpointPolicy) {
        guard let server else {
            let bytes = try InputFile.bytes(evidence ?? "")
            return (
                try ClaimEvidence(json: try JSONValue(parsing: bytes, limits: JSONLimits(bytes: ClaimEvidence.longest))),
                try trust.required()
            )
        }
        let (transport, service) = (try authorities.transport(), WalletService(pingBaseURL: server))
        let evidence = try await ClaimEvidence(of: claim, from: service, transport)
        if let policy = trust.policy { return (evidence, policy) }
        let described = try await ClaimEvidence.fetch(service.configuration, transport, missing: "\(server) is no address of wallets")
        return (evidence, try WalletConfiguration(json: described).log.policy)
    }

    private func show(_ finding: ClaimEvidence.Finding, isGood: Bool, size: Int) {
        let head = finding.claim.head
        var object: JSONObject = [
            "good": .bool(isGood), "id": .string(head.id.text), "issuer": .string(head.issuer.content),
            "holder": .string(head.holder.content),
            "issued": .string(head.createDate.formatted(.iso8601)),
        ]
        object["expires"] = finding.expires.map { .string($0.formatted(.iso8601)) }
        object["log"] = .string(head.partitionID)
        object["logSize"] = .integer(Int64(size))
        object["witnesses"] = .array(finding.checkpoint.cosignatures.map { .string($0.witness) })
        object["data"] = .object(JSONObject(finding.claim.pairs.map { ($0.key.content, .string($0.value.content)) }))
        output.show(object)
    }
}
