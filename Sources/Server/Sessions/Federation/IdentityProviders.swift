package import Foundation
import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The identity providers of all realms. Their secrets are sealed at rest.
package struct IdentityProviders: Sendable {
    /// The kind of the stored documents.
    package static let kind = NamedDocuments.Kind(
        name: "provider", noun: "identity provider", changed: .providerChanged, unknown: .unknownProvider)

    private let documents: NamedDocuments
    private let sealer: Sealer
    private let known: RevisionCache<UUID, [IdentityProvider]>

    /// The providers of a database; secrets are sealed with `sealer`.
    package init(database: any Database, sealer: Sealer, configuration: ConfigurationChange) {
        documents = NamedDocuments(Self.kind, database: database, configuration: configuration)
        self.sealer = sealer
        known = RevisionCache(configuration.revisions)
    }

    /// All providers of a realm, by name. Cached until the configuration changes.
    package func all(in realm: UUID) async throws -> [IdentityProvider] {
        try await known.value(realm) {
            try await documents.all(in: realm).map { document in
                var provider = try IdentityProvider(stored: document.definition)
                provider.secret = try document.secret.map { try sealer.open($0, context: Self.context(realm, document.name)) }
                return provider
            }
        }
    }

    /// A provider by its name; nil when there is none.
    package func provider(_ name: String, in realm: UUID) async throws -> IdentityProvider? {
        try await all(in: realm).first { $0.name == name }
    }

    /// Stores a provider, new or in place of the one of the same name.
    /// - Throws: `invalid`, when a login at it can't work or wouldn't be safe.
    package func save(_ provider: IdentityProvider, in realm: UUID) async throws {
        try provider.check()
        let secret = try Self.sealedSecret(of: provider, in: realm, sealer)
        try await documents.save(.object(provider.json), secret: secret, named: provider.name, in: realm)
    }

    /// Removes a provider. The links of users' accounts to it stay, and count again when it comes back.
    /// - Throws: `unknownProvider`.
    package func delete(_ name: String, in realm: UUID) async throws { try await documents.delete(name, in: realm) }

    /// A provider's secret as it is stored.
    package static func sealedSecret(of provider: IdentityProvider, in realm: UUID, _ sealer: Sealer) throws -> [UInt8]? {
        try provider.secret.map { try sealer.seal($0, context: context(realm, provider.name)) }
    }

    private static func context(_ realm: UUID, _ name: String) -> String {
        "identity provider/\(realm.text)/\(name)"
    }
}
