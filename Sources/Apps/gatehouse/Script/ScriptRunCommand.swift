import ArgumentParser
import GatehouseServer
import JourneyNodes
import Primitives
import ScriptMessages
import Scripting
import Services
import SignIn
import Directory

/// `gatehouse script run`
struct ScriptRunCommand: ConfiguredCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Try a script: run it and show what it decides.",
        discussion: """
            Nothing is changed or sent. What the script sees comes from a file with a JSON object:
              { "state": { "shared": { "username": "demo" }, "transient": {} }, "headers": { "User-Agent": ["curl"] },
                "callbacks": [ { "type": "NameCallback", "values": { "": "demo" } } ] }
            A script that gives a value and decides nothing, as those of social login do, finds what it is about in values:
              { "values": { "normalizedProfile": { "email": "ada@example.com" }, "selectedIdp": "google" } }

            Examples:
              gatehouse script run Check --state state.json
              gatehouse script run --file check.js
            """)

    @Argument(help: "The script's name or id.") var name: String?
    @Option(help: "A file to run instead of a stored script.", completion: .file()) var file: String?
    @Option(help: "For --file, which bindings it expects: legacy or next.") var generation = ScriptGeneration.next
    @Option(help: "A file with what the script sees; - for standard input.", completion: .file()) var state: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (name == nil) != (file == nil) else { throw ValidationError("Give the name of a script, or --file.") }
    }

    func run(in domain: Domain, with configuration: ServerConfiguration) async throws {
        let realm = try await realm.realm(in: domain)
        let script = try await script(in: realm, domain)
        let bindings = try state.map(InputFile.object) ?? JSONObject()
        let outcome = try await ScriptPrograms.with(configuration.scripts) { pool in
            do { return try await ScriptTrial(realm: realm, domain: domain, pool: pool).run(script, bindings: bindings) } catch {
                throw CommandFailure("\(script.name): \(error)")
            }
        }
        if output.json {
            let log = outcome.log.map(\.json)
            return print(JSONValue.object(["decision": outcome.decision, "log": .array(log)]).text)
        }
        for line in outcome.log { print("\(line.level.rawValue): \(line.text)") }
        output.show(outcome.decision.object ?? JSONObject())
    }

    private func script(in realm: Realm, _ domain: Domain) async throws -> Script {
        if let name { return try await Script.existing(name, in: realm, domain) }
        let path = file ?? "-"
        var script = Script(id: domain.random.uuid(), name: path, text: try InputFile.text(path))
        script.generation = generation.value
        return script
    }
}
