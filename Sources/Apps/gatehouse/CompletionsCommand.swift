import ArgumentParser

/// `gatehouse completions`
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the script that completes commands in a shell.",
        discussion: """
            Examples:
              gatehouse completions bash > /etc/bash_completion.d/gatehouse
              gatehouse completions fish > ~/.config/fish/completions/gatehouse.fish
            """)

    @Argument(help: "bash, zsh or fish.")
    var shell: String

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell) else {
            throw ValidationError("there are completions for \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        print(GatehouseCommand.completionScript(for: shell))
    }
}
