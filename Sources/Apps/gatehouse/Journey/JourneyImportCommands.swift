import ArgumentParser
import JourneyEngine
import Primitives
import Services

/// `gatehouse journey check`
struct JourneyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with a journey's file, if anything; changes nothing.",
        discussion: "Example:\n  gatehouse journey check login.yaml")

    @Argument(help: "The file, YAML or JSON; - for standard input.", completion: .file()) var file: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let journey = try JourneyFile.read(file)
        output.report("\(file): the journey \(journey.name) is sound", ["name": .string(journey.name), "valid": true])
    }
}

/// `gatehouse journey import`
struct JourneyImportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Store a journey from a file, in place of one of the same name.",
        discussion: """
            Whoever is in the middle of the old one begins anew.

            Examples:
              gatehouse journey import login.yaml --realm alpha --dry-run
              gatehouse journey export Login | sed s/5/3/ | gatehouse journey import -
            """)

    @Argument(help: "The file, YAML or JSON; - for standard input.", completion: .file()) var file: String
    @Flag(help: "Only say what would be done.") var dryRun = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let journey = try JourneyFile.read(file)
        let realm = try await realm.realm(in: domain)
        let old = try await domain.journeys.entry(journey.name, in: realm.id)
        let change = old == nil ? "add" : old?.definition == journey.json ? "leave unchanged" : "replace"
        if !dryRun, old?.definition != journey.json {
            try await domain.journeys.save(journey.json, named: journey.name, in: realm.id)
        }
        output.report(
            "\(dryRun ? "would " : "did ")\(change) the journey \(journey.name) in realm \(realm.path)",
            ["name": .string(journey.name), "change": .string(change), "dryRun": .bool(dryRun)])
    }
}

/// `gatehouse journey export`
struct JourneyExportCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a journey as JSON, as import reads it.",
        discussion: "Example:\n  gatehouse journey export Login > login.json")

    @Argument(help: "The journey's name.") var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        print(try await domain.existingJourney(name, in: realm.realm(in: domain)).definition.text)
    }
}

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
