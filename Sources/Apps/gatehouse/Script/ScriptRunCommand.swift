import Administration
import ArgumentParser
import Primitives
import ScriptMessages

/// `gatehouse script run`
struct ScriptRunCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: RunScript.declaration.purpose,
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

    func run(_ server: ReadingOperator) async throws {
        let bindings = try state.map(InputFile.object) ?? JSONObject()
        let outcome = try await server(RunScript(realm: realm.path, source: source(), bindings: bindings))
        if output.json {
            return Terminal.show(outcome.json)
        }
        for line in outcome.rows("log").map({ Told(.object($0)) }) { Terminal.say("\(line.text("level")): \(line.text("text"))") }
        output.show(outcome["decision"]?.object ?? JSONObject())
    }

    private func source() throws -> RunScript.Source {
        if let name { return .stored(name) }
        let path = file ?? "-"
        return .text(try InputFile.text(path), name: path, generation.value)
    }
}
