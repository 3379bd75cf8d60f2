import Administration
import ArgumentParser
import Primitives

/// `gatehouse provider save`
struct ProviderSaveCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: SaveProvider.declaration.purpose,
        discussion: """
            The file is an object in JSON or YAML. Google, Apple and Facebook need few members; any OpenID provider is of the kind oidc:

              { "name": "google", "kind": "google", "clientId": "123.apps.googleusercontent.com",
                "redirectURI": "https://login.example.com/realms/alpha/login/return" }

              { "name": "company", "kind": "oidc", "clientId": "gatehouse", "issuer": "https://id.example.com",
                "redirectURI": "https://login.example.com/realms/alpha/login/return",
                "uiConfig": { "buttonDisplayName": "Company account" } }

            The member transform names a script that brings what the provider says of a user, rawProfile, into the names that
            journeys know. An app on Android signs in at Apple with redirectURI at …/login/return/{name} and its own address as
            redirectAfterFormPostURI.

            The secret is the member clientSecret, or comes from standard input; without either the one that is stored stays. Apple's is its
            private key, with teamId and keyId beside it.

            Examples:
              gatehouse provider save google.json --secret-stdin < google.secret
              gatehouse provider show google --json | jq '.enabled = false' | gatehouse provider save -
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Flag(help: "Read the client secret from standard input.") var secretStdin = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !secretStdin || file != "-" else { throw ValidationError("Standard input can't be both the file and the secret.") }
    }

    func run(_ server: Operator) async throws {
        let (realm, object) = (try realm.path, try InputFile.object(file))
        let secret = secretStdin ? try InputFile.secret() : nil
        let saved = try await InputFile.naming(file) { try await server(SaveProvider(realm: realm, object: object, secret: secret)) }
        output.report(saved, "identity provider", in: realm, change)
    }
}
