package import Foundation
import Primitives
package import Store
package import Foundations

/// The e-mail templates of all realms.
package struct EmailTemplates: Sendable {
    /// The kind of the stored documents.
    package static let kind = NamedDocuments.Kind(
        name: "template", noun: "e-mail template", changed: .templateChanged, unknown: .unknownTemplate)

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    private let documents: NamedDocuments
    private let known: RevisionCache<Key, EmailTemplate>

    /// The templates in a database; changes raise the configuration's revision.
    package init(database: any Database, configuration: ConfigurationChange) {
        documents = NamedDocuments(Self.kind, database: database, configuration: configuration)
        known = RevisionCache(configuration.revisions)
    }

    /// A template by its name; nil when there is none. Cached until the configuration changes.
    package func template(_ name: String, in realm: UUID) async throws -> EmailTemplate? {
        try await known.existingValue(Key(realm: realm, name: name)) {
            try await documents.document(name, in: realm).map(EmailTemplate.init(stored:))
        }
    }

    /// All templates of a realm, by name.
    package func all(in realm: UUID) async throws -> [EmailTemplate] {
        try await documents.all(in: realm).map(EmailTemplate.init(stored:))
    }

    /// Stores a template, new or in place of the one of the same name.
    package func save(_ template: EmailTemplate, in realm: UUID) async throws {
        try await documents.save(.object(template.json), named: template.name, in: realm)
    }

    /// Removes a template.
    /// - Throws: `unknownTemplate`.
    package func delete(_ name: String, in realm: UUID) async throws { try await documents.delete(name, in: realm) }
}

extension EmailTemplate {
    fileprivate init(stored document: NamedDocument) throws {
        try self.init(document.name, document.definition.object ?? JSONObject())
    }
}
