import ArgumentParser

/// `gatehouse push`
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Push messages: what providers want to see, and a try.",
        subcommands: [PushCredentialsCommand.self, PushTestCommand.self])
}

/// `gatehouse push credentials`
struct PushCredentialsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credentials", abstract: "The credentials that push providers demand before they take an application's messages.",
        subcommands: [PushCredentialsListCommand.self, PushCredentialsAddCommand.self, PushCredentialsDeleteCommand.self])
}

/// The application whose messages they are.
struct PushClientOption: ParsableArguments {
    @Option(help: "The application's client_id.") var client: String
}
