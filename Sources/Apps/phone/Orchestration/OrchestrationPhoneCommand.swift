import ArgumentParser

/// `phone --as orchestration`
struct OrchestrationPhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone --as orchestration", abstract: "A phone with a customer's app that has the Orchestration SDK.",
        discussion: """
            It reaches the server through the customer's own, to which --customer leads: examples/orchestration-customer.py is one. That address
            is remembered after the first time. Passwords and PINs are asked for, or are the lines of standard input.

            Examples:
              phone --as orchestration activate tom --customer http://127.0.0.1:8091
              phone --as orchestration approve tom
              phone --as orchestration approve --image qr.png --reject
              phone --as orchestration otp tom --challenge 12345678
              phone --as orchestration sign tom GB33BUKB20201555 12.50 EUR
              phone --as orchestration pin tom
              phone --as orchestration users
            """,
        groupedSubcommands: [
            CommandGroup(name: "Begin", subcommands: [OrchestrationActivateCommand.self, OrchestrationPINCommand.self]),
            CommandGroup(
                name: "Authenticate",
                subcommands: [OrchestrationApproveCommand.self, OrchestrationCodeCommand.self, OrchestrationSignCommand.self]),
            CommandGroup(
                name: "Look after the phone",
                subcommands: [
                    OrchestrationUsersCommand.self, OrchestrationFaceCommand.self, OrchestrationNotifyCommand.self,
                    OrchestrationTellCommand.self, OrchestrationForgetCommand.self, LoseCommand.self,
                ]),
        ])
}
