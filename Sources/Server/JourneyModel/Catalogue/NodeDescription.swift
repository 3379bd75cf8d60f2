package import JourneyMessages
package import Primitives
package import ResourceMessages

/// The description of a kind of node: for lists, documentation and editors.
package struct NodeDescription: Sendable, Equatable {
    /// AM's name, the short name of our files, and what people call it.
    package let name: String
    /// The short name in our files, such as `username`.
    package let alias: String
    /// The name that people use.
    package let title: String
    /// The effect of the node.
    package let help: String
    /// The settings, in the order of lists.
    package let settings: [Setting]
    /// The outcomes with the default settings.
    package let outcomes: [String]
    /// The callbacks it may show with the default settings.
    package let callbacks: [CallbackType]
    /// The keys that it reads from the journey's state and writes there, and the secrets it needs.
    package let reads: [String]
    /// The keys that it writes in the journey's state.
    package let writes: [String]
    /// The secrets that it needs.
    package let secrets: [String]
    /// Whether it may stand on a page.
    package let standsOnPage: Bool

    /// The description of a setting.
    package struct Setting: Sendable, Equatable {
        /// The setting's name in our files, unique in the kind.
        package let name: String
        /// The setting's name in AM's files; nil when AM has no such setting.
        package let amName: String?
        /// The values that may be set.
        package let form: SettingForm
        /// The effect, as an administrator reads it.
        package let help: String
        /// Whether every node of the kind must set it.
        package let isRequired: Bool
        /// The reason why it has no effect here; nil for one that has.
        package let inertness: String?
        /// The value when nothing is set.
        package let initial: JSONValue?
    }

    /// The description of a kind with its default settings.
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
