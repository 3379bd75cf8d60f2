import JourneyMessages
import Primitives

/// Asks for a password and keeps it until a node has checked it. An empty answer asks again.
struct PasswordCollector: JourneyNode {
    static let type = NodeType(
        "PasswordCollectorNode", alias: "password", title: "Password Collector", "Asks for a password.", interaction: .always,
        standsOnPage: true)
    static let settings = [NodeSetting<Self>("prompt", \.prompt, "What the field is called.").ours]
    static let state = StateUse(writes: ["password"])

    var prompt: LocalizedText = "Password"

    var callbacks: [CallbackType] { [.password] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let password = turn.ask(PasswordQuestion(prompt: turn.text(prompt))) else { return .waiting }
        turn.state.secrets[SecretName.password] = password
        return .outcome(Outcome.only)
    }
}

/// The secrets that nodes hand to each other.
enum SecretName {
    static let password = "password"
    /// The key of a user's secret attributes: ``JourneyState/secretAttributes``.
    static let attributes = "objectAttributes"

    /// Returns the problems of the attribute that a node's `passwordAttribute` names.
    static func objections(_ attribute: String) -> [SettingObjection] {
        attribute == password ? [] : [SettingObjection("passwordAttribute", "an account has no password but \(password)")]
    }
}
