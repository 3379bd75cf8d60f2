import JourneyEngine
package import JourneyModel

extension NodeCatalogue {
    /// The kinds of ``standard``, each with its step: the nodes that a server runs.
    package static let runnable = NodeCatalogue([
        running(structure), running(credentials), running(registration), running(identityDecisions), running(mail), running(federation),
        running(devices), running(authenticators), running(risk), running(verification), running(sessionNodes), running(stateNodes),
    ])

    /// A family of which each kind has its step: one that is declared and has none doesn't compile here.
    private static func running<each Node: JourneyNode>(_ family: NodeFamily<repeat each Node>) -> Family { Family(family) }
}
