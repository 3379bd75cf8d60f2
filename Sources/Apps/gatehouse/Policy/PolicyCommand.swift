import Administration
import ArgumentParser
import Primitives

/// `gatehouse policy`
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Policies: who may do what with the resources that other servers protect.",
        subcommands: [
            ListCommand<PolicySetObject>.self, ShowCommand<PolicySetObject>.self, PolicySaveCommand.self,
            DeleteCommand<PolicySetObject>.self,
            PolicyEvaluateCommand.self,
        ])
}

extension PolicySetObject: PrintedObject {
    static var examples: (showing: [String], name: String) { (["policy show banking --json > banking.json"], "banking") }

    static func show(_ set: Told, _ output: OutputOptions) {
        if output.json { return Terminal.show(set.json) }
        let policies = set["policies"]?.object ?? JSONObject()
        output.show(policies.members.map(row), columns: ["policy", "resources", "actions", "subject", "condition"])
    }

    private static func row(_ policy: JSONObject.Member) -> JSONObject {
        var row = policy.value.object ?? JSONObject()
        row["policy"] = .string(policy.name)
        row["actions"] = .array((row["actions"]?.object?.members ?? []).map { .string(($0.value == true ? "" : "not ") + $0.name) })
        return row
    }
}
