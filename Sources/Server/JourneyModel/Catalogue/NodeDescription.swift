package import JourneyMessages
package import Primitives
package import ResourceMessages

/// The description of a kind of node: for lists, documentation and editors.
package struct NodeDescription: Sendable, Equatable {
    /// AM's name, the short name of our files, and what people call it.
    package let name: String
    package let alias: String
    package let title: String
    /// The effect of the node.
    package let help: String
    package let settings: [Setting]
    /// The outcomes with the default settings.
    package let outcomes: [String]
    /// The callbacks it may show with the default settings.
    package let callbacks: [CallbackType]
    /// The keys that it reads from the journey's state and writes there, and the secrets it needs.
    package let reads: [String]
    package let writes: [String]
    package let secrets: [String]
    /// Whether it may stand on a page.
    package let standsOnPage: Bool

    package struct Setting: Sendable, Equatable {
        package let name: String
        /// The setting's name in AM's files; nil when AM has no such setting.
        package let amName: String?
        /// The values that may be set.
        package let form: SettingForm
        package let help: String
        package let isRequired: Bool
        /// The reason why it has no effect here; nil for one that has.
        package let inertness: String?
        /// The value when nothing is set.
        package let initial: JSONValue?
    }

    package init(_ kind: NodeKind) {
        name = kind.type.name
        alias = kind.type.alias
        title = kind.type.title
        help = kind.type.help
        settings = kind.settings
        outcomes = kind.outcomes
        callbacks = kind.callbacks
        reads = kind.state.reads
        writes = kind.state.writes
        secrets = kind.type.secrets.sorted()
        standsOnPage = kind.type.standsOnPage
    }
}
