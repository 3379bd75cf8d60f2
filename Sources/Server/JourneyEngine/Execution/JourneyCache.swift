import Foundation
import Primitives
import Services
import Synchronization

/// The journeys of all realms, parsed, until the configuration changes.
final class JourneyCache: Sendable {
    private static let limit = 1000

    private let library: JourneyLibrary
    private let catalogue: NodeCatalogue
    private let kept = Mutex(Kept())

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    private struct Kept {
        var revision: Int64 = 0
        var journeys: [Key: JourneyDefinition] = [:]
    }

    init(_ library: JourneyLibrary, _ catalogue: NodeCatalogue) {
        self.library = library
        self.catalogue = catalogue
    }

    /// A journey by its name; nil when the realm has none.
    ///
    /// - Throws: ``JourneyError`` `.internal` when the stored definition is of no use.
    func journey(_ name: String, in realm: UUID) async throws -> JourneyDefinition? {
        let revision = try await library.revision()
        let key = Key(realm: realm, name: name)
        if let journey = kept.withLock({ $0.revision == revision ? $0.journeys[key] : nil }) { return journey }
        guard let entry = try await library.entry(name, in: realm) else { return nil }
        let journey = try parse(entry)
        kept.withLock { kept in
            if kept.revision != revision || kept.journeys.count >= Self.limit { kept = Kept(revision: revision) }
            kept.journeys[key] = journey
        }
        return journey
    }

    private func parse(_ entry: JourneyLibrary.Entry) throws -> JourneyDefinition {
        do { return try JourneyDefinition(json: entry.definition, catalogue: catalogue) } catch {
            throw JourneyError.fault("the journey \(entry.name) can't be used: \(error)")
        }
    }
}
