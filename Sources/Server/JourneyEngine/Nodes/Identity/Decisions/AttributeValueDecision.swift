import Primitives
import ResourceMessages
import Directory

/// Decides whether an attribute of the user who has proved who they are has a value, or has any.
struct AttributeValueDecision: JourneyNode {
    static let type = NodeType(
        "AttributeValueDecisionNode", alias: "attributeValueDecision", title: "Attribute Value Decision",
        "Whether an attribute of the user has a value.")
    static let settings = [
        NodeSetting<Self>("comparisonOperation", \.operation, "PRESENT for any value, EQUALS for the one named."),
        NodeSetting<Self>("comparisonAttribute", \.name, required: true, "The attribute."),
        NodeSetting<Self>("comparisonValue", \.value, "The value, letter for letter; a list has it when one of its elements is it."),
        NodeSetting<Self>.identity(\.identity),
    ]

    enum Operation: String, SettingValue, CaseIterable { case present = "PRESENT", equals = "EQUALS" }

    var operation = Operation.equals
    var name: AttributeName = ""
    var value: String?
    var identity = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    var objections: [SettingObjection] {
        operation == .equals && value == nil ? [SettingObjection("comparisonValue", "must be set for EQUALS")] : []
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let attribute = try await turn.attribute(name)
        let isIt =
            switch operation {
            case .present: attribute.isPresent(in: user)
            case .equals: equals(AccountDocument.of(user)[attribute.path])
            }
        return .outcome(isIt ? Outcome.yes : Outcome.no)
    }

    private func equals(_ stored: JSONValue?) -> Bool {
        switch stored {
        case .array(let elements): elements.contains(where: equals)
        case .bool(let flag): value == String(flag)
        case .integer(let number): value.flatMap { Double($0) } == Double(number)
        case .number(let number): value.flatMap { Double($0) } == number
        case .string(let text): text == value
        case nil, .null, .object: false
        }
    }
}
