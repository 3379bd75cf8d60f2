import ArgumentParser
import Foundation
import Primitives
import TerminalJourneys

/// Runs the command that the arguments name. A failure is one line on standard error, or with `--json` one object.
@main
enum Program {
    static func main() async {
        // A command's files are its user's alone, wherever they are put: databases, keys, exports, traces.
        umask(0o077)
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let problem = CommandArguments.problem(of: arguments) { throw CommandFailure([problem], exitCode: 64) }
            let arranged = try RemoteArguments.arranged(arguments)
            if let problem = CommandNames.problem(of: arranged, in: GatehouseCommand.self) { throw CommandFailure([problem], exitCode: 64) }
            try await run(try GatehouseCommand.parseAsRoot(arranged))
        } catch let failure as CommandFailure {
            end(with: failure, asJSON: wantsJSON(arguments))
        } catch {
            end(withParsers: error, asJSON: wantsJSON(arguments))
        }
    }

    private static func run(_ command: any ParsableCommand) async throws {
        do {
            guard var asynchronous = command as? any AsyncParsableCommand else {
                var synchronous = command
                return try synchronous.run()
            }
            try await asynchronous.run()
        } catch  where isArgumentParsers(error) {
            throw error
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func isArgumentParsers(_ error: any Error) -> Bool {
        error is ExitCode || error is CleanExit || error is ValidationError || GatehouseCommand.exitCode(for: error) == .success
    }

    /// Whether programs read the output: the flag is looked for by itself, since arguments that are wrong aren't parsed.
    private static func wantsJSON(_ arguments: [String]) -> Bool { arguments.prefix { $0 != "--" }.contains("--json") }

    private static func end(with failure: CommandFailure, asJSON: Bool) -> Never {
        if asJSON {
            Terminal.complain(failure.json)
        } else {
            for line in failure.lines { Terminal.complain("error: " + line) }
        }
        Foundation.exit(failure.exitCode)
    }

    /// Ends with what ArgumentParser throws: help, the version, a wrong flag.
    private static func end(withParsers error: any Error, asJSON: Bool) -> Never {
        let code = GatehouseCommand.exitCode(for: error)
        let message = GatehouseCommand.message(for: error)
        if asJSON, !code.isSuccess, !message.isEmpty { end(with: CommandFailure([message], exitCode: code.rawValue), asJSON: true) }
        HelpText.show(GatehouseCommand.fullMessage(for: error, columns: HelpText.unbounded), isError: !code.isSuccess)
        Foundation.exit(code.rawValue)
    }
}
