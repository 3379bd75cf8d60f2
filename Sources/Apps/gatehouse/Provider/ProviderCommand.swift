import Administration
import ArgumentParser
import Primitives

/// `gatehouse provider`
struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Identity providers: where users sign in with an account elsewhere.",
        subcommands: [
            ListCommand<ProviderObject>.self, ShowCommand<ProviderObject>.self, ProviderSaveCommand.self,
            DeleteCommand<ProviderObject>.self,
        ])
}

extension ProviderObject: PrintedObject {
    static var examples: (showing: [String], name: String) { (["provider show google --json > google.json"], "google") }

    static func show(_ provider: Told, _ output: OutputOptions) { output.show(provider.object) }
}
