import Administration
import ArgumentParser
import GatehouseServer
import Primitives
import ScriptMessages
import Scripting

/// `gatehouse script check`
struct ScriptCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "See whether scripts compile; tells line and column of what is wrong.",
        discussion: "Example:\n  gatehouse script check *.js")

    @Argument(help: "The files; - for standard input.", completion: .file()) var files: [String]
    @OptionGroup var settings: ScriptFlags
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let problems = try await ScriptPrograms.with(ServerConfiguration(settings.resolve()).scripts) { pool in
            var problems: [JSONObject] = []
            for file in files {
                guard
                    let problem = try await ScriptPrograms.problem(
                        ScriptSource(name: file, text: InputFile.text(file), generation: .next), pool)
                else { continue }
                problems.append(problem.json(file))
            }
            return problems
        }
        if output.json { Terminal.show(.array(problems.map { .object($0) })) }
        guard problems.isEmpty else {
            throw output.json ? ExitCode.failure : CommandFailure(problems.map { Table.text($0["text"]) })
        }
        if !output.json { print(files.count == 1 ? "\(files[0]) compiles" : "\(files.count) scripts compile") }
    }
}

extension ScriptError {
    /// Returns the error as JSON, with a text as compilers write it: `check.js:2:7: SyntaxError: …`.
    fileprivate func json(_ file: String) -> JSONObject {
        var object: JSONObject = ["file": .string(file), "reason": .string(reason), "text": .string(text(in: file))]
        object["line"] = line.map { .integer(Int64($0)) }
        object["column"] = column.map { .integer(Int64($0)) }
        return object
    }
}
