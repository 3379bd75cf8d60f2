import JourneyMessages

/// Asks for a user name and keeps it in the state. An empty answer asks again.
struct UsernameCollector: JourneyNode {
    static let type = NodeType(
        "UsernameCollectorNode", alias: "username", title: "Username Collector", "Asks for a user name.", interaction: .always,
        standsOnPage: true)
    static let settings = [NodeSetting<Self>("prompt", \.prompt, "What the field is called.").ours]
    static let state = StateUse(writes: ["username"])

    var prompt: LocalizedText = "User Name"

    var callbacks: [CallbackType] { [.name] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let name = turn.ask(NameQuestion(prompt: turn.text(prompt))) else { return .waiting }
        turn.state.username = name
        return .outcome(Outcome.only)
    }
}
