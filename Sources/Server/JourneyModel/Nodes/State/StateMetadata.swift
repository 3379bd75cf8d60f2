package import JourneyMessages
import Primitives

/// Sends values of the shared state to the client: on a page with it, alone as a step of its own. Secrets are not among them.
package struct StateMetadata: NodeDeclaration {
    package static let type = NodeType(
        "MetadataNode", alias: "stateMetadata", title: "State Metadata", "Sends values of the state to the client.", interaction: .always,
        repetition: .never,
        standsOnPage: true)
    package static let settings = [NodeSetting<Self>("attributes", \.keys, required: true, "The keys of the state.")]

    package var keys: [String] = []

    package init() {}

    package var callbacks: [CallbackType] { [.metadata] }
}
