import ArgumentParser

/// `gatehouse document`
struct DocumentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "document", abstract: "Identity documents: what pictures of them say.",
        subcommands: [DocumentReadCommand.self, DocumentCompareCommand.self])
}
