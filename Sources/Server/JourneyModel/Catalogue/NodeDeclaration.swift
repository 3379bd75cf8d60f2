package import JourneyMessages
import Primitives

/// The declaration of one kind of node, and with its stored properties set, one node of a journey.
///
/// All that can be said of a kind without running it stands here: AM's name for it, the name our journey files use, its settings with their
/// defaults and help, its outcomes, its callbacks, its part in the state. The checker of journey files, `gatehouse journey nodes` and the
/// documentation read it through ``NodeCatalogue``. Its step is an extension of it in another module, which makes it a `JourneyNode`.
package protocol NodeDeclaration: Sendable {
    /// The kind's names and its behaviour.
    static var type: NodeType { get }
    /// The settings; each is a stored property, whose initial value is the default.
    static var settings: [NodeSetting<Self>] { get }

    /// The settings, by AM's names, that AM's kind has since its version 2.0.
    static var laterSettings: Set<String> { get }

    /// A node with the default settings.
    init()

    /// The outcomes it can have with its settings.
    var outcomes: [String] { get }

    /// The secrets it needs with its settings, by name; `*` for all there are.
    var secrets: Set<String> { get }

    /// The callbacks it may show with its settings; none for one that only a script or another journey knows.
    var callbacks: [CallbackType] { get }

    /// The keys of the journey's state that it reads and writes.
    static var state: StateUse { get }

    /// The problems of its settings, beyond what each setting checks by itself.
    var objections: [SettingObjection] { get }

    /// Settings that are odd, though the node runs with them as AM's does: `journey check` and imports warn of them. Those that have no effect
    /// say so themselves; see ``warnings``.
    var cautions: [SettingObjection] { get }

    /// Returns the name of an outcome in editors and drawings; nil for its id.
    func title(of outcome: String) -> String?

    /// Whether an outcome of it, as the node that decides a page, says all that the page asks, so that nothing else on it need be answered.
    func settlesPage(_ outcome: String) -> Bool
}

extension NodeDeclaration {
    package static var settings: [NodeSetting<Self>] { [] }
    package static var laterSettings: Set<String> { [] }
    package var outcomes: [String] { [Outcome.only] }
    package var secrets: Set<String> { Self.type.secrets }
    package var callbacks: [CallbackType] { [] }
    package static var state: StateUse { StateUse() }
    package var objections: [SettingObjection] { [] }
    package var cautions: [SettingObjection] { [] }
    package func title(of outcome: String) -> String? { nil }
    package func settlesPage(_ outcome: String) -> Bool { false }
}

/// Outcomes that many nodes have, by AM's ids.
package enum Outcome {
    /// The outcome of a node that has one only.
    package static let only = "outcome"
    /// The outcome of a decision that is met.
    package static let yes = "true"
    /// The outcome of a decision that isn't met.
    package static let no = "false"
}

/// A problem of one setting.
package struct SettingObjection: Sendable, Equatable {
    /// The name of the setting in our files.
    package let setting: String
    /// The problem, as an administrator reads it.
    package let reason: String

    init(_ setting: String, _ reason: String) {
        self.setting = setting
        self.reason = reason
    }
}
