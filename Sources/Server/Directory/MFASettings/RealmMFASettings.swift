package import Foundation
import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The MFA settings of all realms. One that was given none has the standard ones.
package struct RealmMFASettings: Sendable {
    private static let kind = NamedDocuments.Kind(
        name: "mfaSettings", noun: "MFA settings", changed: .mfaConfigurationChanged, unknown: .unknownResource)
    /// A realm has one.
    private static let name = "settings"

    private let documents: NamedDocuments
    private let known: RevisionCache<UUID, MFASettings>

    /// The settings in a database; changes raise the configuration's revision.
    package init(database: any Database, configuration: ConfigurationChange) {
        documents = NamedDocuments(Self.kind, database: database, configuration: configuration)
        known = RevisionCache(configuration.revisions)
    }

    /// A realm's settings. Cached until the configuration changes.
    package func settings(in realm: Realm) async throws -> MFASettings {
        try await known.value(realm.id) {
            try await documents.document(Self.name, in: realm.id).map { try MFASettings(stored: $0.definition) } ?? MFASettings()
        }
    }

    /// Replaces a realm's settings.
    package func set(_ settings: MFASettings, in realm: Realm) async throws {
        try await documents.save(.object(settings.checked().json), named: Self.name, in: realm.id)
    }

    /// Gives a realm the standard settings again.
    package func reset(in realm: Realm) async throws {
        guard try await documents.document(Self.name, in: realm.id) != nil else { return }
        try await documents.delete(Self.name, in: realm.id)
    }

    /// A realm's settings as they are within a transaction.
    package static func settings(of realm: UUID, in transaction: any ReadTransaction) throws -> MFASettings {
        try NamedDocuments.document(name, kind, realm: realm, in: transaction).map { try MFASettings(stored: $0.definition) }
            ?? MFASettings()
    }
}
