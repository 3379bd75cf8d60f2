import Primitives

/// The names of a kind of node, and its behaviour in a journey.
package struct NodeType: Sendable {
    /// The version of AM's kind where a file names none.
    package static let firstVersion = "1.0"

    /// AM's name, such as `UsernameCollectorNode`.
    package let name: String
    /// The short name in our journey files, such as `username`.
    package let alias: String
    /// The name that people use.
    package let title: String
    /// The effect of the node, in a sentence.
    package let help: String
    /// The extent to which it waits for the user: a loop through a node that always waits is no endless one.
    var interaction = Interaction.none
    /// Whether it may ask again what it has asked, and who then says why.
    package var repetition = Repetition.never
    /// Whether it may stand on a page.
    package var standsOnPage = false
    /// The secrets it needs; they are kept from step to step only while a node that needs them can still be reached.
    package var secrets: Set<String> = []
    /// Whether it adds or removes something by which its user signs in or is recognised. A user whose proof is old may not do that: see
    /// `Turn.guardCredentials(of:)`.
    package var changesCredentials = false

    /// The extent to which a node waits for the user.
    package enum Interaction: Sendable {
        case none
        case always
        /// Only the running journey tells, as with an inner journey.
        case sometimes
    }

    /// Whether a node may ask again what it has asked, and who then tells the user why.
    package enum Repetition: Sendable {
        /// It has an outcome for every answer, or shows something until it is over.
        case never
        /// The engine does, at the fields that had no usable answer and those that the node complains of.
        case atFields
        /// It does, by a text of its own.
        case byItself
        /// The nodes that run inside of it do.
        case inside
    }

    /// A kind that asks nothing.
    package init(
        _ name: String, alias: String, title: String, _ help: String, standsOnPage: Bool = false, secrets: Set<String> = [],
        changesCredentials: Bool = false
    ) {
        self.init(
            name, alias: alias, title: title, help, interaction: .none, repetition: .never, standsOnPage: standsOnPage, secrets: secrets,
            changesCredentials: changesCredentials)
    }

    /// A kind that asks, which therefore says whether it asks again.
    package init(
        _ name: String, alias: String, title: String, _ help: String, interaction: Interaction, repetition: Repetition,
        standsOnPage: Bool = false, secrets: Set<String> = [], changesCredentials: Bool = false
    ) {
        self.name = name
        self.alias = alias
        self.title = title
        self.help = help
        self.interaction = interaction
        self.repetition = repetition
        self.standsOnPage = standsOnPage
        self.secrets = secrets
        self.changesCredentials = changesCredentials
    }
}
