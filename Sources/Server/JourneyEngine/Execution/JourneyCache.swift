import Directory
package import Foundation
import Foundations
package import JourneyModel
import Primitives
import SignIn

/// The journeys of all realms, parsed, until the configuration changes.
package final class JourneyCache: Sendable {
    private let library: JourneyLibrary
    private let realms: Realms
    private let policies: SignOnPolicies
    private let catalogue: NodeCatalogue
    private let parsed: RevisionCache<Key, JourneyDefinition>

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    init(_ domain: JourneyServices, _ catalogue: NodeCatalogue) {
        library = domain.signIn.journeys
        realms = domain.directory.realms
        policies = domain.signIn.signOnPolicies
        self.catalogue = catalogue
        parsed = RevisionCache(library.revisions)
    }

    /// A journey by its name, or a sign-on policy by the name of its journey; nil when the realm has none.
    ///
    /// - Throws: ``JourneyRunError`` `.internal` when the stored definition is of no use.
    package func journey(_ name: String, in realm: UUID) async throws -> JourneyDefinition? {
        let key = Key(realm: realm, name: name)
        if let known = parsed[key] { return known }
        return try await parsed.existingValue(key) {
            if let policy = SignOnPolicy.id(ofJourney: name) {
                return try await policies.policy(policy, in: try await realms.realm(id: realm)).map(SignOnCompiler.journey)
            }
            guard let entry = try await library.entry(name, in: realm) else { return nil }
            let journey = try parse(entry, nil)
            // Placeholders are replaced now, and not when the journey was stored: it may differ from server to server.
            return journey.hasPlaceholders
                ? try parse(entry, try await realms.realm(id: realm).settings[ScriptingSettings.self].scriptVariables) : journey
        }
    }

    private func parse(_ entry: StoredJourney, _ variables: [String: String]?) throws -> JourneyDefinition {
        do { return try JourneyDefinition(json: entry.definition, catalogue: catalogue, variables: variables) } catch {
            throw JourneyRunError.fault("the journey \(entry.name) can't be used: \(error)")
        }
    }
}
