import Foundation
import Primitives
import Services

/// The journeys of all realms, parsed, until the configuration changes.
struct JourneyCache: Sendable {
    private let library: JourneyLibrary
    private let catalogue: NodeCatalogue
    private let parsed: RevisionCache<Key, JourneyDefinition>

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    init(_ library: JourneyLibrary, _ catalogue: NodeCatalogue) {
        self.library = library
        self.catalogue = catalogue
        parsed = RevisionCache(library.revisions)
    }

    /// A journey by its name; nil when the realm has none.
    ///
    /// - Throws: ``JourneyError`` `.internal` when the stored definition is of no use.
    func journey(_ name: String, in realm: UUID) async throws -> JourneyDefinition? {
        try await parsed.existingValue(Key(realm: realm, name: name)) {
            try await library.entry(name, in: realm).map(parse)
        }
    }

    private func parse(_ entry: JourneyLibrary.Entry) throws -> JourneyDefinition {
        do { return try JourneyDefinition(json: entry.definition, catalogue: catalogue) } catch {
            throw JourneyError.fault("the journey \(entry.name) can't be used: \(error)")
        }
    }
}
