package import Directory
package import Foundation
package import Foundations
import Primitives
import ResourceMessages
package import Store

/// The providers outside of all realms, which verify policies name.
package struct WebhookProviders: Sendable {
    private static let kind = NamedDocuments.Kind(
        name: "verificationProvider", noun: "verification provider", changed: .verificationConfigurationChanged,
        unknown: .unknownResource)
    private static let most = 32

    private let configuration: ConfigurationChange
    private let documents: NamedDocuments

    /// Providers are documents (``NamedDocuments``), and no table.
    package static let feature = Feature(targets: [ReferenceTargets(.verificationProvider, kind)])

    /// The providers that a database has; a change of them is one of the configuration.
    package init(database: any Database, configuration: ConfigurationChange) {
        self.configuration = configuration
        documents = NamedDocuments(Self.kind, database: database, configuration: configuration)
    }

    /// A realm's providers, by their ids.
    package func all(in realm: Realm) async throws -> [WebhookProvider] {
        try await documents.all(in: realm.id).map { try WebhookProvider(stored: $0.definition) }
    }

    /// A provider; nil when there is none.
    package func provider(_ id: String, in realm: Realm) async throws -> WebhookProvider? {
        try await documents.document(id, in: realm.id).map { try WebhookProvider(stored: $0.definition) }
    }

    /// A provider as it is within a transaction; nil when there is none.
    package static func provider(_ id: String, in realm: UUID, _ transaction: any ReadTransaction) throws -> WebhookProvider? {
        try NamedDocuments.document(id, kind, realm: realm, in: transaction).map { try WebhookProvider(stored: $0.definition) }
    }

    /// Stores a provider, new or in place of the one of its id.
    /// - Throws: ``ShapeError`` for one that is beyond a bound, or one too many.
    package func save(_ provider: WebhookProvider, in realm: Realm) async throws {
        let json = try provider.checked().json
        try await change("saved", provider.id, in: realm) { transaction in
            let others = try NamedDocuments.all(Self.kind, realm: realm.id, in: transaction).filter { $0.name != provider.id }
            guard others.count < Self.most else { throw ShapeError(.tooMany, at: "", "a realm has at most \(Self.most) providers") }
            try NamedDocuments.write(.object(json), Self.kind, named: provider.id, realm: realm.id, in: transaction)
        }
    }

    /// Removes a provider. Orders that it was sent get no answer from then on.
    /// - Throws: `unknownResource`; `conflict` for one that a policy names.
    package func delete(_ id: String, in realm: Realm) async throws { try await documents.delete(id, in: realm.id) }

    private func change(
        _ change: String, _ id: String, in realm: Realm, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(
            .verificationConfigurationChanged, ["verificationProvider": .string(id), "change": .string(change)], realm: realm.id, body)
    }
}
