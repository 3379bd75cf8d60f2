import JourneyMessages
import Primitives

/// Shows a text and two buttons.
struct MessageNode: JourneyNode {
    static let type = NodeType(
        "MessageNode", alias: "message", title: "Message Node", "Shows a text and two buttons.", interaction: .always,
        standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("message", \.message, "The text."),
        NodeSetting<Self>("messageYes", \.yes, "The label of the first button, outcome true."),
        NodeSetting<Self>("messageNo", \.no, "The label of the second button, outcome false."),
        NodeSetting<Self>("stateField", \.stateField, "Where in the state to keep which button was pressed, 0 or 1."),
    ]

    var message: LocalizedText = "Default message"
    var yes: LocalizedText = "Yes"
    var no: LocalizedText = "No"
    var stateField: String?
    let outcomes = [Outcome.yes, Outcome.no]

    var callbacks: [CallbackType] { [.textOutput, .confirmation] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.tell(TextStatement(turn.text(message)).callback)
        let question = ConfirmationQuestion(options: [turn.text(yes), turn.text(no)], defaultOption: 1)
        guard let pressed = turn.ask(question) else { return .waiting }
        if let stateField { turn.state.shared[stateField] = .integer(Int64(pressed)) }
        return .outcome(pressed == 0 ? Outcome.yes : Outcome.no)
    }
}
