package import Directory
package import JourneyModel
import SignIn

extension JourneyEngine {
    /// An engine over a domain, for journeys made of a catalogue's nodes.
    ///
    /// - Parameters:
    ///   - catalogue: kinds that have steps; `NodeCatalogue.runnable` of `JourneyNodes` has all, which the compiler checks. A journey fails
    ///     at a node of a kind that has none.
    ///   - scripts: the runner of scripts; without it, nodes that need one fail.
    package init(domain: JourneyServices, catalogue: NodeCatalogue, scripts: ScriptRuntime? = nil) {
        self.domain = domain
        self.scripts = scripts
        links = nil
        waits = AnswerWaits()
        sealer = StateSealer(domain.signIn.journeyStates)
        journeys = JourneyCache(domain, catalogue)
    }

    /// The same engine, whose suspended journeys continue by these links.
    package func with(_ links: ResumeLinks) -> JourneyEngine { JourneyEngine(self, links) }

    private init(_ other: JourneyEngine, _ links: ResumeLinks) {
        domain = other.domain
        sealer = other.sealer
        journeys = other.journeys
        scripts = other.scripts
        self.links = links
        waits = other.waits
        observer = other.observer
    }

    /// Stores a journey in a realm, new or in place of the one of the same name.
    package func save(_ journey: JourneyDefinition, in realm: Realm) async throws {
        try await domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
    }
}
