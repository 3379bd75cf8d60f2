import JourneyMessages
import Primitives

/// One kind of node, and with its stored properties set, one node of a journey.
///
/// Everything about a kind is declared in its file: AM's name for it, the name our journey files use, its settings with their
/// defaults and help, its outcomes, its callbacks, its part in the state, and what it does. The checker of journey files, `gatehouse journey nodes` and the
/// documentation read that declaration through ``NodeCatalogue``.
protocol JourneyNode: Sendable {
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

    /// Runs the node: asks through the turn, reads what was answered, acts.
    func step(_ turn: inout Turn) async throws -> NodeResult
}

extension JourneyNode {
    static var settings: [NodeSetting<Self>] { [] }
    static var laterSettings: Set<String> { [] }
    var outcomes: [String] { [Outcome.only] }
    var secrets: Set<String> { Self.type.secrets }
    var callbacks: [CallbackType] { [] }
    static var state: StateUse { StateUse() }
    var objections: [SettingObjection] { [] }
    var cautions: [SettingObjection] { [] }
    func title(of outcome: String) -> String? { nil }
    func settlesPage(_ outcome: String) -> Bool { false }
}

/// The result of a node's turn.
enum NodeResult: Sendable, Equatable {
    /// Its question isn't answered yet: send the step, and run the node again with the answer.
    case waiting
    /// Wait until the link is opened that ``Turn/suspend(_:)`` was told of, then run the node again.
    case suspended
    /// Go on along this outcome.
    case outcome(String)
    /// Run another journey, then go on along `true` or `false`.
    case enter(journey: String)
}

/// Outcomes that many nodes have, by AM's ids.
enum Outcome {
    static let only = "outcome"
    static let yes = "true"
    static let no = "false"
}

/// A problem of one setting.
struct SettingObjection: Sendable, Equatable {
    let setting: String
    let reason: String

    init(_ setting: String, _ reason: String) {
        self.setting = setting
        self.reason = reason
    }
}
