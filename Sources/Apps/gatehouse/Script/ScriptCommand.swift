import ArgumentParser
import GatehouseServer
import Primitives
import ScriptMessages
import Scripting
import Services
import SignIn
import Directory

/// `gatehouse script`
struct ScriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script", abstract: "Scripts: JavaScript that decides in a journey.",
        subcommands: [
            ListCommand<Script>.self, ShowCommand<Script>.self, ScriptSaveCommand.self, DeleteCommand<Script>.self,
            ScriptCheckCommand.self, ScriptRunCommand.self,
        ])
}

extension Script: RealmObject {
    static var kind: RealmObjectKind {
        RealmObjectKind(
            command: "script", noun: "script", columns: ["name", "context", "evaluatorVersion", "_id", "description"],
            showing: "Print a script, by its name or its id.", examples: ["script show Check > check.js"], example: "Check",
            deleting: "Remove a script, by its name or its id; journeys that use it fail from then on.")
    }

    static func all(in realm: Realm, _ domain: Domain) async throws -> [Self] { try await domain.scripts.all(in: realm.id) }

    static func find(_ name: String, in realm: Realm, _ domain: Domain) async throws -> Self? {
        try await domain.scripts.script(name, in: realm.id)
    }

    func summary(in realm: Realm) -> JSONObject { JSONObject(json.members.filter { $0.name != "script" }.map { ($0.name, $0.value) }) }
    func show(_ output: OutputOptions) { print(output.json ? JSONValue.object(json).text : text) }
    func delete(in realm: Realm, _ domain: Domain) async throws { try await domain.scripts.delete(self, in: realm.id) }
}

/// Runs scripts for one command.
enum ScriptPrograms {
    /// Does something with a pool of one process, by a server's settings for scripts.
    static func with<Value>(_ settings: ScriptPool.Configuration, _ body: (ScriptPool) async throws -> Value) async throws -> Value {
        var configuration = settings
        configuration.processes = 1
        let pool = ScriptPool(configuration)
        do {
            let value = try await body(pool)
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }
}
