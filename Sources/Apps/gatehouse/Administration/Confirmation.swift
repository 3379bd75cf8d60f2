import ArgumentParser

/// Makes sure that what can't be undone is meant.
struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false

    /// - Throws: ends the command unless `--yes` was given or the administrator confirms it now.
    func confirm(_ question: String) throws {
        guard try yes || Terminal.confirm(question) else { throw CommandFailure("nothing was changed") }
    }
}
