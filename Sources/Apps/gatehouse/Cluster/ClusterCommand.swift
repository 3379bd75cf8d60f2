import ArgumentParser

/// `gatehouse cluster`
struct ClusterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster", abstract: "The servers that share a database.", subcommands: [ClusterStatusCommand.self])
}
