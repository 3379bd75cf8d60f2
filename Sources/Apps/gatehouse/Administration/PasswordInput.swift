import ArgumentParser
import Primitives
import TerminalJourneys

/// The source of a new password: never a flag, which every user of the machine could read.
struct PasswordInput: ParsableArguments {
    @Flag(help: "Read the password from the first line of standard input instead of asking for it.")
    var passwordStdin = false

    func read(for username: String) throws -> Secret {
        let password = try passwordStdin ? Self.firstLine() : Self.asked(for: username)
        guard !password.isEmpty else { throw CommandFailure("the password is empty; nothing was changed") }
        return password
    }

    private static func firstLine() throws -> Secret {
        guard let line = readLine() else { throw CommandFailure("--password-stdin: standard input is empty") }
        return Secret(line)
    }

    private static func asked(for username: String) throws -> Secret {
        guard Terminal.isInteractive else { throw CommandFailure("give the password with --password-stdin") }
        return try TerminalConversation().askNew("New password for \(username): ")
    }
}
