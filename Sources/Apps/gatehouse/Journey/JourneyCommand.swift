import Administration
import ArgumentParser
import Primitives

/// `gatehouse journey`
struct JourneyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journey", abstract: "Journeys: the graphs of nodes that a login walks through.",
        subcommands: [
            ListCommand<JourneyObject>.self, ShowCommand<JourneyObject>.self, JourneyNodesCommand.self, JourneyCheckCommand.self,
            JourneyGraphCommand.self, JourneyImportCommand.self, JourneyExportCommand.self, DeleteCommand<JourneyObject>.self,
            JourneyRunCommand.self, JourneyTraceCommand.self,
        ])
}

extension JourneyObject: PrintedObject {
    static var examples: (showing: [String], name: String) { (["journey show Login"], "Login") }

    static func show(_ journey: Told, _ output: OutputOptions) {
        if output.json { return Terminal.show(journey.json) }
        Terminal.say("\(journey.text("name")), begins at \(Table.text(journey["start"]))")
        let nodes = journey["nodes"]?.object ?? JSONObject()
        output.show(nodes.members.map(row), columns: ["node", "type", "outcomes"])
    }

    private static func row(_ node: JSONObject.Member) -> JSONObject {
        let outcomes = node.value["outcomes"]?.object ?? JSONObject()
        return [
            "node": .string(node.name), "type": node.value["type"] ?? .null,
            "outcomes": .array(outcomes.members.map { .string("\($0.name) → \(Table.text($0.value))") }),
        ]
    }
}
