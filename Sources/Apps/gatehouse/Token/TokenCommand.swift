import ArgumentParser

/// `gatehouse token`
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Look into tokens.", subcommands: [TokenInspectCommand.self])
}
