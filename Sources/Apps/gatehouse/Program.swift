import ArgumentParser
import Foundation
import Primitives

/// Runs the command that the arguments name; a failure is one line on standard error.
@main
enum Program {
    static func main() async {
        // A command's files are its user's alone, wherever they are put: databases, keys, exports, traces.
        umask(0o077)
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if let problem = CommandArguments.problem(of: arguments) { throw CommandFailure([problem], exitCode: 64) }
            let command = try GatehouseCommand.parseAsRoot(try RemoteArguments.arranged(arguments))
            try await run(command)
        } catch let failure as CommandFailure {
            end(with: failure)
        } catch {
            // ArgumentParser prints the errors that it throws (help, version, a wrong flag).
            GatehouseCommand.exit(withError: error)
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

    private static func end(with failure: CommandFailure) -> Never {
        for line in failure.lines { Terminal.complain("error: " + line) }
        Foundation.exit(failure.exitCode)
    }
}
