import ArgumentParser
import Primitives
import Services

/// `gatehouse provider list`
struct ProviderListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a realm's identity providers.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let providers = try await domain.providers.all(in: realm.realm(in: domain).id)
        output.show(providers.map(\.json), columns: ["name", "kind", "enabled", "clientId", "issuer", "redirectURI"])
    }
}

/// `gatehouse provider show`
struct ProviderShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print an identity provider, without its secret.",
        discussion: "Example:\n  gatehouse provider show google --json > google.json")

    @Argument(help: "The provider's name.") var name: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        output.show(try await domain.existingProvider(name, in: realm.realm(in: domain)).json)
    }
}

/// `gatehouse provider delete`
struct ProviderDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove an identity provider; users' links to it stay, and count again when it comes back.",
        discussion: "Example:\n  gatehouse provider delete google --yes")

    @Argument(help: "The provider's name.") var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let provider = try await domain.existingProvider(name, in: realm)
        try confirmation.confirm("Remove the identity provider \(provider.name) from realm \(realm.path)?")
        try await domain.providers.delete(provider.name, in: realm.id)
        output.report("removed the identity provider \(provider.name)", ["name": .string(provider.name), "deleted": true])
    }
}
