import ArgumentParser
import Primitives
import Services

/// `gatehouse journey delete`
struct JourneyDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a journey.", discussion: "Example:\n  gatehouse journey delete Login --yes")

    @Argument(help: "The journey's name.") var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        _ = try await domain.existingJourney(name, in: realm)
        let isDefault = name == realm.settings.defaultJourney
        try confirmation.confirm("Remove the journey \(name)\(isDefault ? ", the default," : "") from realm \(realm.path)?")
        try await domain.journeys.delete(name, in: realm.id)
        output.report("removed the journey \(name)", ["name": .string(name), "deleted": true])
    }
}
