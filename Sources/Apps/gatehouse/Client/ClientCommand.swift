import ArgumentParser

/// `gatehouse client`
struct ClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client", abstract: "OAuth 2.0 clients of a realm.",
        subcommands: [
            ClientListCommand.self, ClientShowCommand.self, ClientCreateCommand.self, ClientSetCommand.self,
            ClientRotateSecretCommand.self, ClientDeleteCommand.self,
        ])
}
