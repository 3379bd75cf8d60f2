import ArgumentParser
import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// `gatehouse claim expire`
struct ClaimExpireCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expire",
        abstract: "Say that a claim isn't good from a time on, now unless a time is given; its wallet gets a message.",
        discussion: """
            The log keeps the statement for ever. Of several for one claim the earliest counts, so that none can be taken back.

            Examples:
              gatehouse claim expire 5b0e6d3a-… --dry-run
              gatehouse claim expire 5b0e6d3a-… --at 2027-01-31T12:00:00Z --message 'Your card has been replaced' --yes
            """)

    @Argument(help: ArgumentHelp("The claim's id, or its dataHash.", valueName: "claim")) var claim: String
    @Option(help: ArgumentHelp("The time: ISO 8601, or seconds since 1970. (default: now)", valueName: "time")) var at: String?
    @Option(help: ArgumentHelp("A text for the wallet's user.", valueName: "text")) var message: String?
    @Flag(help: "Say what would be stated; state and send nothing.") var dryRun = false
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var issuer: IssuerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let head = try issuer.kept(claim)
        let end = try OTPAccountOptions.moment(at)
        let sentence = "the claim \(head.id.text) isn't good from \(end.formatted(.iso8601)) on"
        var object: JSONObject = [
            "id": .string(head.id.text), "dataHash": .string(head.dataHash), "expires": .string(end.formatted(.iso8601)),
        ]
        guard !dryRun else {
            object["dryRun"] = true
            return output.report("dry run, nothing is stated: \(sentence)", object)
        }
        guard try confirmation.yes || Terminal.confirm("State for ever that \(sentence)?") else {
            throw CommandFailure("nothing was stated")
        }
        let service = try await issuer.open()
        try await service.expire(head, at: end, message: message)
        do { try await service.flush() } catch {
            Terminal.complain("the log has it; the wallet gets its message with the next command of this issuer: \(error.reason)")
        }
        output.report(sentence, object)
    }
}
