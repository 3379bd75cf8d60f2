import ArgumentParser
import Foundation
import Primitives
import Foundations
import Directory
import SignIn
import Services
import Sessions

/// `gatehouse provider save`
struct ProviderSaveCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Store an identity provider from a file, new or in place of the one of the same name.",
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
    @Flag(help: "Say what would change, and change nothing.") var dryRun = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !secretStdin || file != "-" else { throw ValidationError("Standard input can't be both the file and the secret.") }
    }

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        var provider: IdentityProvider
        do { provider = try IdentityProvider(json: try InputFile.object(file)) } catch let error as DomainError {
            throw CommandFailure("\(file): \(error)")
        }
        let old = try await domain.providers.provider(provider.name, in: realm.id)
        if secretStdin { provider.secret = try Self.secret() }
        provider.secret = provider.secret ?? old?.secret
        try provider.check()
        if let transform = provider.transform, !Script.isNone(transform), try await domain.scripts.script(transform, in: realm.id) == nil {
            throw CommandFailure("realm \(realm.path) has no script \(transform); store it first, with gatehouse script save")
        }
        if !dryRun { try await domain.providers.save(provider, in: realm.id) }
        let change = old == nil ? "add" : old == provider ? "leave unchanged" : "replace"
        output.report(
            "\(dryRun ? "would " : "")\(change) the identity provider \(provider.name) in realm \(realm.path)",
            ["name": .string(provider.name), "change": .string(change), "dryRun": .bool(dryRun)])
    }

    /// All of standard input: Apple's key has many lines.
    private static func secret() throws -> Secret {
        let text = try InputFile.text("-").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw CommandFailure("--secret-stdin: standard input is empty") }
        return Secret(text)
    }
}
