import ArgumentParser
import Primitives
import ResourceMessages
import Services
import Sessions
import Directory

/// `gatehouse provider`
struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Identity providers: where users sign in with an account of somebody else's.",
        subcommands: [
            ListCommand<IdentityProvider>.self, ShowCommand<IdentityProvider>.self, ProviderSaveCommand.self,
            DeleteCommand<IdentityProvider>.self,
        ])
}

extension IdentityProvider: RealmObject {
    static var kind: RealmObjectKind {
        RealmObjectKind(
            command: "provider", noun: "identity provider", columns: ["name", "kind", "enabled", "clientId", "issuer", "redirectURI"],
            showing: "Print an identity provider, without its secret.", examples: ["provider show google --json > google.json"],
            example: "google", deleting: "Remove an identity provider; users' links to it stay, and count again when it comes back.")
    }

    static func all(in realm: Realm, _ domain: Domain) async throws -> [Self] { try await domain.providers.all(in: realm.id) }

    static func find(_ name: String, in realm: Realm, _ domain: Domain) async throws -> Self? {
        try await domain.providers.provider(name, in: realm.id)
    }

    func summary(in realm: Realm) -> JSONObject { json }
    func show(_ output: OutputOptions) { output.show(json) }
    func delete(in realm: Realm, _ domain: Domain) async throws { try await domain.providers.delete(name, in: realm.id) }
}
