import ArgumentParser
import Foundation
import GatehouseServer
import Primitives
import Scripting
import Services
import SignIn
import Directory

/// `gatehouse script save`
struct ScriptSaveCommand: ConfiguredCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Store a script from a file, new or in place of the one of the same name.",
        discussion: """
            It is checked first. What isn't given stays as it was.

            Examples:
              gatehouse script save Check check.js --description "Office hours"
              gatehouse script save Greeting greeting.js --generation legacy
              gatehouse script save Tools tools.js --context library
            """)

    @Argument(help: "The script's name.") var name: String
    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Option(help: "Which bindings it expects: legacy or next.") var generation: ScriptGeneration?
    @Option(help: "What it is for: decision, library, or one of AM's names.") var context: String?
    @Option(help: "What it does.") var description: String?
    @Option(help: "Its id, a UUID, for a new script; made up unless given.") var id: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain, with configuration: ServerConfiguration) async throws {
        let realm = try await realm.realm(in: domain)
        let old = try await domain.scripts.script(name, in: realm.id)
        var script = try old ?? Script(id: newID(domain), name: name, text: "")
        script.text = try InputFile.text(file)
        script.generation = generation?.value ?? script.generation
        script.context = context.map(Self.context) ?? script.context
        script.description = description ?? script.description
        try await ScriptCheckCommand.check(script, file, configuration.scripts)
        try await domain.scripts.save(script, in: realm.id)
        output.report(
            "\(old == nil ? "added" : "replaced") the script \(script.name) in realm \(realm.path)",
            ["name": .string(script.name), "_id": .string(script.id.uuidString.lowercased()), "change": old == nil ? "add" : "replace"])
    }

    private func newID(_ domain: Domain) throws -> UUID {
        guard let id else { return domain.random.uuid() }
        guard let id = UUID(uuidString: id) else { throw CommandFailure("\(id) is no UUID") }
        return id
    }

    private static func context(_ name: String) -> Script.Context {
        switch name {
        case "decision": .decision
        case "library": .library
        default: Script.Context(rawValue: name)
        }
    }
}
