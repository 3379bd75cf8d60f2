import ArgumentParser
import Primitives
import Services
import SignIn
import Directory

/// `gatehouse policy`
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Policies: who may do what with the resources that other servers protect.",
        subcommands: [
            ListCommand<PolicySet>.self, ShowCommand<PolicySet>.self, PolicySaveCommand.self, DeleteCommand<PolicySet>.self,
            PolicyEvaluateCommand.self,
        ])
}

extension PolicySet: RealmObject {
    static var kind: RealmObjectKind {
        RealmObjectKind(
            command: "policy", noun: "policy set", columns: ["name", "policies", "description"],
            showing: "Show the policies of a set; with --json the file that save reads.",
            examples: ["policy show banking --json > banking.json"], example: "banking",
            deleting: "Remove a policy set; nothing is allowed by it from then on.")
    }

    static func all(in realm: Realm, _ domain: Domain) async throws -> [Self] { try await domain.policies.all(in: realm.id) }

    static func find(_ name: String, in realm: Realm, _ domain: Domain) async throws -> Self? {
        try await domain.policies.set(name, in: realm.id)
    }

    func summary(in realm: Realm) -> JSONObject {
        [
            "name": .string(name), "policies": .array(policies.map { .string($0.name) }),
            "description": description.map(JSONValue.string) ?? .null,
        ]
    }

    func show(_ output: OutputOptions) {
        if output.json { return print(json.text) }
        let policies = json["policies"]?.object ?? JSONObject()
        output.show(policies.members.map(Self.row), columns: ["policy", "resources", "actions", "subject", "condition"])
    }

    private static func row(_ policy: JSONObject.Member) -> JSONObject {
        var row = policy.value.object ?? JSONObject()
        row["policy"] = .string(policy.name)
        row["actions"] = .array((row["actions"]?.object?.members ?? []).map { .string(($0.value == true ? "" : "not ") + $0.name) })
        return row
    }

    func delete(in realm: Realm, _ domain: Domain) async throws { try await domain.policies.delete(name, in: realm.id) }
}
