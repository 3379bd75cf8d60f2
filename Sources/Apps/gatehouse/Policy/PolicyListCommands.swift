import ArgumentParser
import Primitives
import Services

/// `gatehouse policy list`
struct PolicyListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a realm's policy sets.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let sets = try await domain.policies.all(in: realm.realm(in: domain).id)
        output.show(sets.map(\.summary), columns: ["name", "policies", "description"])
    }
}

/// `gatehouse policy show`
struct PolicyShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the policies of a set; with --json the file that save reads.",
        discussion: "Example:\n  gatehouse policy show banking --json > banking.json")

    @Argument(help: "The set's name.") var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let set = try await domain.existingPolicySet(name, in: realm.realm(in: domain))
        if output.json { return print(set.json.text) }
        let policies = set.json["policies"]?.object ?? JSONObject()
        output.show(policies.members.map(Self.row), columns: ["policy", "resources", "actions", "subject", "condition"])
    }

    private static func row(_ policy: JSONObject.Member) -> JSONObject {
        var row = policy.value.object ?? JSONObject()
        row["policy"] = .string(policy.name)
        row["actions"] = .array((row["actions"]?.object?.members ?? []).map { .string(($0.value == true ? "" : "not ") + $0.name) })
        return row
    }
}

/// `gatehouse policy delete`
struct PolicyDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a policy set; nothing is allowed by it from then on.",
        discussion: "Example:\n  gatehouse policy delete banking --yes")

    @Argument(help: "The set's name.") var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        _ = try await domain.existingPolicySet(name, in: realm)
        try confirmation.confirm("Remove the policy set \(name) from realm \(realm.path)?")
        try await domain.policies.delete(name, in: realm.id)
        output.report("removed the policy set \(name)", ["name": .string(name), "deleted": true])
    }
}

extension PolicySet {
    fileprivate var summary: JSONObject {
        [
            "name": .string(name), "policies": .array(policies.map { .string($0.name) }),
            "description": description.map(JSONValue.string) ?? .null,
        ]
    }
}
