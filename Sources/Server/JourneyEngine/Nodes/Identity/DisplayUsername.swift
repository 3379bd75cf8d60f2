import JourneyMessages
import Primitives
import ResourceMessages
import Directory

/// Shows the user who has proved who they are their name.
struct DisplayUsername: JourneyNode {
    static let type = NodeType(
        "DisplayUserNameNode", alias: "displayUsername", title: "Display Username", "Shows the user their name.",
        interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("userName", \.name, "The attribute that is shown."), NodeSetting<Self>.identity(\.identity),
    ]

    var name: AttributeName = "userName"
    var identity = "mail"

    var callbacks: [CallbackType] { [.textOutput] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let attribute = try await turn.attribute(name)
        guard !attribute.isSensitive else { throw JourneyRunError.fault("\(name) is sensitive: nobody is shown it") }
        turn.tell(TextStatement(AccountDocument.of(user)[attribute.path]?.string ?? "").callback)
        return turn.wasSubmitted ? .outcome(Outcome.only) : .waiting
    }
}
