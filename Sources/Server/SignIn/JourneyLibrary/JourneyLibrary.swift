package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations

/// A journey as it is stored. Its revision grows with every change, so that a state begun under another one is recognised.
package typealias StoredJourney = NamedDocument

/// The journeys' definitions as they are stored, a JSON document each. The engine interprets them.
package struct JourneyLibrary: Sendable {
    /// Journeys are documents (``NamedDocuments``), and no table.
    package static let feature = Feature(targets: [ReferenceTargets(.journey, kind)])

    static let kind = NamedDocuments.Kind(name: "journey", noun: "journey", changed: .journeyChanged, unknown: .unknownJourney)

    private let documents: NamedDocuments
    /// Grows with every change of any journey or other configuration: what a cache of parsed journeys goes by.
    package let revisions: Revisions

    /// The journeys in a database; changes raise the configuration's revision.
    package init(database: any Database, configuration: ConfigurationChange) {
        documents = NamedDocuments(Self.kind, database: database, configuration: configuration)
        revisions = configuration.revisions
    }

    /// A journey's definition; nil when there is none.
    package func entry(_ name: String, in realm: UUID) async throws -> StoredJourney? { try await documents.document(name, in: realm) }

    /// All journeys of a realm, by name.
    package func all(in realm: UUID) async throws -> [StoredJourney] { try await documents.all(in: realm) }

    /// The names of a realm's journeys: cheaper than all of each.
    package func names(in realm: UUID) async throws -> [String] { try await documents.names(in: realm) }

    /// Stores a journey, new or in place of the one of the same name.
    package func save(_ definition: JSONValue, named name: String, in realm: UUID) async throws {
        try await documents.save(definition, named: name, in: realm)
    }

    /// Removes a journey.
    /// - Throws: `unknownJourney`; `conflict` while the realm's settings or a client name it.
    package func delete(_ name: String, in realm: UUID) async throws {
        try await documents.delete(name, in: realm)
    }
}
