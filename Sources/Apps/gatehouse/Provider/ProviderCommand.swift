import ArgumentParser
import Services

/// `gatehouse provider`
struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Identity providers: where users sign in with an account of somebody else's.",
        subcommands: [
            ProviderListCommand.self, ProviderShowCommand.self, ProviderSaveCommand.self, ProviderDeleteCommand.self,
        ])
}

extension Domain {
    /// The provider of a name that somebody typed.
    func existingProvider(_ name: String, in realm: Realm) async throws -> IdentityProvider {
        guard let provider = try await providers.provider(name, in: realm.id) else {
            throw CommandFailure("there is no identity provider \(name) in realm \(realm.path); see gatehouse provider list")
        }
        return provider
    }
}
