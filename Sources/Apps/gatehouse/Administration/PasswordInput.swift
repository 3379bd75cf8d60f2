import ArgumentParser
import Primitives

/// Where a new password comes from: never a flag, which everybody on the machine could read.
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
        let password = try Terminal.askHidden("New password for \(username): ")
        guard try Terminal.askHidden("Once more: ") == password else {
            throw CommandFailure("the two passwords differ; nothing was changed")
        }
        return password
    }
}
