import ArgumentParser

/// `gatehouse verification`
struct VerificationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verification",
        abstract: "Verifications of users' identity by documents: begin, list, decide; their policies and providers.",
        subcommands: [
            VerificationCreateCommand.self, VerificationListCommand.self, VerificationShowCommand.self, VerificationDecideCommand.self,
            VerificationDeleteCommand.self, VerificationPolicyCommand.self, VerificationProviderCommand.self,
        ])
}
