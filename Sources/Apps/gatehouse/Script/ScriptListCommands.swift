import ArgumentParser
import Primitives
import Services

/// `gatehouse script list`
struct ScriptListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a realm's scripts.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let scripts = try await domain.scripts.all(in: realm.realm(in: domain).id)
        output.show(scripts.map(\.summary), columns: ["name", "context", "evaluatorVersion", "_id", "description"])
    }
}

/// `gatehouse script show`
struct ScriptShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print a script.", discussion: "Example:\n  gatehouse script show Check > check.js")

    @Argument(help: "The script's name or id.") var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let script = try await domain.existingScript(name, in: realm.realm(in: domain))
        print(output.json ? JSONValue.object(script.json).text : script.text)
    }
}

/// `gatehouse script delete`
struct ScriptDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a script; journeys that use it fail from then on.",
        discussion: "Example:\n  gatehouse script delete Check --yes")

    @Argument(help: "The script's name or id.") var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let script = try await domain.existingScript(name, in: realm)
        try confirmation.confirm("Remove the script \(script.name) from realm \(realm.path)?")
        try await domain.scripts.delete(script, in: realm.id)
        output.report("removed the script \(script.name)", ["name": .string(script.name), "deleted": true])
    }
}

extension Script {
    fileprivate var summary: JSONObject { JSONObject(json.members.filter { $0.name != "script" }.map { ($0.name, $0.value) }) }
}
