import Administration
import ArgumentParser
import Primitives

/// `gatehouse verification provider`
struct VerificationProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Providers outside, which judge documents and are asked by a webhook.",
        subcommands: [
            ListCommand<WebhookProviderObject>.self, ShowCommand<WebhookProviderObject>.self, VerificationProviderSaveCommand.self,
            DeleteCommand<WebhookProviderObject>.self,
        ])
}

extension WebhookProviderObject: PrintedObject {
    static var examples: (showing: [String], name: String) { (["verification provider show acme --json > acme.json"], "acme") }

    static func show(_ provider: Told, _ output: OutputOptions) { output.show(provider.object) }
}

/// `gatehouse verification provider save`
struct VerificationProviderSaveCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: SaveWebhookProvider.declaration.purpose,
        discussion: """
            The file is an object in JSON or YAML: the id, which policies name as governmentId.provider.auto; the address that orders are sent to;
            and the public key on P-256 that verifies answers, as a JSON Web Key:

              { "id": "acme", "address": "https://verify.example.com/orders",
                "key": { "kty": "EC", "crv": "P-256", "x": "…", "y": "…" } }

            Example:
              gatehouse verification provider save acme.json --realm alpha
            """)

    @Argument(help: "The file, YAML or JSON; - for standard input.", completion: .file()) var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let (realm, object) = (try realm.path, try InputFile.object(file))
        let saved = try await InputFile.naming(file) { try await server(SaveWebhookProvider(realm: realm, object: object)) }
        output.report(saved, "verification provider", in: realm, change)
    }
}
