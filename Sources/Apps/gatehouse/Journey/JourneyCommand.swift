import ArgumentParser
import SignIn

/// `gatehouse journey`
struct JourneyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journey", abstract: "Journeys: the graphs of nodes that a login walks through.",
        subcommands: [
            ListCommand<StoredJourney>.self, ShowCommand<StoredJourney>.self, JourneyNodesCommand.self, JourneyCheckCommand.self,
            JourneyGraphCommand.self, JourneyImportCommand.self, JourneyExportCommand.self, DeleteCommand<StoredJourney>.self,
            JourneyRunCommand.self, JourneyTraceCommand.self,
        ])
}
