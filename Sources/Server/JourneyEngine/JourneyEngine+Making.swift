package import Services

extension JourneyEngine {
    /// An engine over a domain, for journeys made of a catalogue's nodes.
    ///
    /// - Parameter scripts: what runs scripts; without it, nodes that need one fail.
    package init(domain: Domain, catalogue: NodeCatalogue = .standard, scripts: ScriptRuntime? = nil) throws {
        self.domain = domain
        self.scripts = scripts
        sealer = try StateSealer(key: domain.sealer.derivedKey("journey state"), random: domain.random)
        journeys = JourneyCache(domain, catalogue)
    }

    /// Stores a journey in a realm, new or in place of the one of the same name.
    package func save(_ journey: JourneyDefinition, in realm: Realm) async throws {
        try await domain.journeys.save(journey.json, named: journey.name, in: realm.id)
    }
}
