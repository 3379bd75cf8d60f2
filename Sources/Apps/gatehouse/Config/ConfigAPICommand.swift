import ArgumentParser
import GatehouseServer
import JourneyModel
import Primitives

/// `gatehouse config api`
struct ConfigAPICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api", abstract: "Print the OpenAPI document of the administration API, as a server has it at /admin/v1/openapi.json.",
        discussion: "Example:\n  gatehouse config api > docs/administration-api.json")

    func run() throws { print(AdministrationAPI.document.layout) }
}
