import ArgumentParser
import Foundation
import Primitives
import TerminalJourneys

/// Runs the command that the arguments name; a failure is one line on standard error.
@main
enum Program {
    static func main() async {
        // A command's files are its user's alone: keys, backups.
        umask(0o077)
        var root: any ParsableCommand.Type = PhoneCommand.self
        do {
            let given = Array(CommandLine.arguments.dropFirst())
            if let problem = CommandArguments.problem(of: given) { throw PhoneFailure(problem, exitCode: 64) }
            let (persona, arguments) = try Persona.named(by: given)
            root = persona.root
            var command = try root.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch  where isArgumentParsers(error, root) {
            end(with: error, root)
        } catch {
            for line in PhoneFailure(error).lines { Terminal.complain("error: " + line) }
            exit(PhoneFailure(error).exitCode)
        }
    }

    /// Ends with what ArgumentParser throws: help, the version, a wrong flag.
    private static func end(with error: any Error, _ root: any ParsableCommand.Type) -> Never {
        let code = root.exitCode(for: error)
        HelpText.show(root.fullMessage(for: error, columns: HelpText.unbounded), isError: !code.isSuccess)
        exit(code.rawValue)
    }

    private static func isArgumentParsers(_ error: any Error, _ root: any ParsableCommand.Type) -> Bool {
        error is ExitCode || error is CleanExit || error is ValidationError || root.exitCode(for: error) != .failure
            || "\(type(of: error))" == "CommandError"
    }
}
