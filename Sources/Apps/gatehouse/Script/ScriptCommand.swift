import Administration
import ArgumentParser
import Primitives

/// `gatehouse script`
struct ScriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script", abstract: "Scripts: JavaScript that decides in a journey.",
        subcommands: [
            ListCommand<ScriptObject>.self, ShowCommand<ScriptObject>.self, ScriptSaveCommand.self, DeleteCommand<ScriptObject>.self,
            ScriptCheckCommand.self, ScriptRunCommand.self,
        ])
}

extension ScriptObject: PrintedObject {
    static var examples: (showing: [String], name: String) { (["script show Check > check.js"], "Check") }

    static func show(_ script: Told, _ output: OutputOptions) {
        if output.json { return Terminal.show(script.json) }
        // A script as it is stored, for a file.
        print(script.text("script"))
    }
}
