import ArgumentParser
import JourneyEngine
import Primitives
import Services

/// `gatehouse journey list`
struct JourneyListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a realm's journeys.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let journeys = try await domain.journeys.all(in: realm.id)
        output.show(
            journeys.map { $0.summary(isDefault: $0.name == realm.settings.defaultJourney) }, columns: ["name", "default", "description"])
    }
}

/// `gatehouse journey show`
struct JourneyShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a journey is made of.", discussion: "Example:\n  gatehouse journey show Login")

    @Argument(help: "The journey's name.") var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let entry = try await domain.existingJourney(name, in: realm.realm(in: domain))
        if output.json { return print(entry.definition.text) }
        print("\(entry.name), begins at \(Table.text(entry.definition["start"]))")
        let nodes = entry.definition["nodes"]?.object ?? JSONObject()
        output.show(nodes.members.map(Self.row), columns: ["node", "type", "outcomes"])
    }

    private static func row(_ node: JSONObject.Member) -> JSONObject {
        let outcomes = node.value["outcomes"]?.object ?? JSONObject()
        return [
            "node": .string(node.name), "type": node.value["type"] ?? .null,
            "outcomes": .array(outcomes.members.map { .string("\($0.name) → \(Table.text($0.value))") }),
        ]
    }
}

extension JourneyLibrary.Entry {
    fileprivate func summary(isDefault: Bool) -> JSONObject {
        [
            "name": .string(name), "default": .bool(isDefault), "description": definition["description"] ?? .null,
            "revision": .integer(revision),
        ]
    }
}

extension Domain {
    /// The journey of a name that somebody typed.
    func existingJourney(_ name: String, in realm: Realm) async throws -> JourneyLibrary.Entry {
        guard let entry = try await journeys.entry(name, in: realm.id) else {
            throw CommandFailure("there is no journey \(name) in realm \(realm.path); see gatehouse journey list")
        }
        return entry
    }
}
