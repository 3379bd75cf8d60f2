import ArgumentParser

/// `gatehouse verification`
struct VerificationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verification", abstract: "Verifications of users' identity: their policies, and the providers outside that are asked.",
        subcommands: [VerificationPolicyCommand.self, VerificationProviderCommand.self])
}
