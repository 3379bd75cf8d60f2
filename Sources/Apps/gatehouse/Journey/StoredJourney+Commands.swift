import Primitives
import Services
import SignIn
import Foundations
import Directory

extension StoredJourney: RealmObject {
    static var kind: RealmObjectKind {
        RealmObjectKind(
            command: "journey", noun: "journey", columns: ["name", "default", "description"],
            showing: "Show what a journey is made of.", examples: ["journey show Login"], example: "Login",
            deleting: "Remove a journey; runs of it that are under way end.")
    }

    static func all(in realm: Realm, _ domain: Domain) async throws -> [Self] { try await domain.journeys.all(in: realm.id) }

    static func find(_ name: String, in realm: Realm, _ domain: Domain) async throws -> Self? {
        try await domain.journeys.entry(name, in: realm.id)
    }

    func summary(in realm: Realm) -> JSONObject {
        [
            "name": .string(name), "default": .bool(name == realm.settings.defaultJourney),
            "description": definition["description"] ?? .null, "revision": .integer(revision),
        ]
    }

    func show(_ output: OutputOptions) {
        if output.json { return print(definition.text) }
        print("\(name), begins at \(Table.text(definition["start"]))")
        let nodes = definition["nodes"]?.object ?? JSONObject()
        output.show(nodes.members.map(Self.row), columns: ["node", "type", "outcomes"])
    }

    private static func row(_ node: JSONObject.Member) -> JSONObject {
        let outcomes = node.value["outcomes"]?.object ?? JSONObject()
        return [
            "node": .string(node.name), "type": node.value["type"] ?? .null,
            "outcomes": .array(outcomes.members.map { .string("\($0.name) → \(Table.text($0.value))") }),
        ]
    }

    func question(in realm: Realm) -> String {
        "Remove the journey \(name)\(name == realm.settings.defaultJourney ? ", the default," : "") from realm \(realm.path)?"
    }

    func delete(in realm: Realm, _ domain: Domain) async throws { try await domain.journeys.delete(name, in: realm.id) }
}
