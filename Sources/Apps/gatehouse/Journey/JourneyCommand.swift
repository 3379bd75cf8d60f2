import ArgumentParser

/// `gatehouse journey`
struct JourneyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journey", abstract: "Journeys: the graphs of nodes that a login walks through.",
        subcommands: [
            JourneyListCommand.self, JourneyShowCommand.self, JourneyNodesCommand.self, JourneyCheckCommand.self,
            JourneyGraphCommand.self, JourneyImportCommand.self, JourneyExportCommand.self, JourneyDeleteCommand.self,
            JourneyRunCommand.self, JourneyTraceCommand.self,
        ])
}
