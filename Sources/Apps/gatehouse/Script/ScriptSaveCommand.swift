import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse script save`
struct ScriptSaveCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: SaveScript.declaration.purpose,
        discussion: """
            It is checked first. What isn't given stays as it was.

            Examples:
              gatehouse script save Check check.js --description "Office hours"
              gatehouse script save Greeting greeting.js --generation legacy
              gatehouse script save Tools tools.js --context library
            """)

    @Argument(help: "The script's name.") var name: String
    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Option(help: "The bindings that the script expects: legacy or next.") var generation: ScriptGeneration?
    @Option(help: "The use of the script: decision, library, or one of AM's names.") var context: String?
    @Option(help: "A description of the script.") var description: String?
    @Option(help: "Its id, a UUID, for a new script; made up unless given.") var id: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        var action = SaveScript(realm: try realm.path, name: name, text: try InputFile.text(file), file: file)
        (action.generation, action.context, action.about, action.id) = (generation?.value, context, description, try newID())
        let saved = try await server(action)
        output.report(
            "\(saved.text("change") == ObjectChange.add.rawValue ? "added" : "replaced") the script \(saved.text("name")) in realm \(try realm.path)",
            saved.object, change)
    }

    private func newID() throws -> UUID? {
        try id.map { text in
            guard let id = UUID(text: text) else { throw CommandFailure("\(text) is no UUID") }
            return id
        }
    }
}
