import ArgumentParser
import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// `gatehouse claim issue`
struct ClaimIssueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Issue a claim to a wallet: sign it, register it in the realm's log, and send it.",
        discussion: """
            The issuer is a service of its own, made with its keys at the first use. What is registered stays in the log for ever: salted hashes,
            and nothing that the claim says. --json prints the claim as gatehouse claim verify reads it.

            Examples:
              gatehouse claim issue 6f1c… bankName=bxFinance accountType=checking --server http://localhost:8080/wallets/alpha/v1/
              gatehouse claim issue 6f1c… number=42 --card 'Library Card' --picture card.svg --expires 2027-12-31T00:00:00Z --json >card.json
            """)

    @Argument(help: ArgumentHelp("The wallet's id, as phone wallet join prints it.", valueName: "id")) var wallet: String
    @Argument(help: ArgumentHelp("The claim's keys and values.", valueName: "key=value")) var pairs: [String]
    @Option(help: ArgumentHelp("The kind of card, the value of CardType.", valueName: "name")) var card: String?
    @Option(help: ArgumentHelp("The card's picture, an SVG file, the value of CardImage.", valueName: "file"), completion: .file())
    var picture: String?
    @Option(help: ArgumentHelp("The time from which it isn't good: ISO 8601, or seconds since 1970.", valueName: "time")) var expires:
        String?
    @Option(help: ArgumentHelp("A text for the wallet's user.", valueName: "text")) var message: String?
    @OptionGroup var issuer: IssuerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard UUID(text: wallet) != nil else { throw ValidationError("a wallet's id is a UUID") }
        guard pairs.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else { throw ValidationError("keys and values are key=value") }
    }

    func run() async throws {
        guard let subject = UUID(text: wallet) else { return }
        let draft = ClaimDraft(try content(), expires: try expires.map(OTPAccountOptions.moment))
        let service = try await issuer.open()
        let claim = try await service.issue(draft, to: subject, message: message)
        try issuer.keep(claim.head)
        do { try await service.flush() } catch {
            Terminal.complain("the claim is registered, and is sent with the next command of this issuer: \(error.reason)")
        }
        guard !output.json else { return Terminal.show(.object(claim.json)) }
        output.show([
            "id": .string(claim.head.id.text), "dataHash": .string(claim.head.dataHash), "issuer": .string(claim.head.issuer.content),
            "wallet": .string(claim.head.holder.content), "keys": .array(claim.pairs.map { .string($0.key.content) }),
        ])
    }

    private func content() throws -> [ClaimContent.Pair] {
        var content = card.map { [ClaimContent.Pair("CardType", $0)] } ?? []
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            content.append(ClaimContent.Pair(String(parts[0]), String(parts[1])))
        }
        if let picture { content.append(ClaimContent.Pair("CardImage", try InputFile.text(picture))) }
        return content
    }
}
