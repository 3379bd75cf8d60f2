import ArgumentParser

/// `gatehouse database`
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "The database of a server.", subcommands: [DatabaseCopyCommand.self])
}
