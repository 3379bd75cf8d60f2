import Primitives

/// Decides whether an attribute of the user who has proved who they are has a value, or has any.
package struct AttributeValueDecision: ActsForProvenUser {
    package static let type = NodeType(
        "AttributeValueDecisionNode", alias: "attributeValueDecision", title: "Attribute Value Decision",
        "Whether an attribute of the user has a value.")
    package static let settings = [
        NodeSetting<Self>("comparisonOperation", \.operation, "PRESENT for any value, EQUALS for the one named."),
        NodeSetting<Self>("comparisonAttribute", \.name, required: true, "The attribute."),
        NodeSetting<Self>("comparisonValue", \.value, "The value, letter for letter; a list has it when one of its elements is it."),
        NodeSetting<Self>.identity(\.identity),
    ]

    /// The comparison: any value at all, or a value that is equal.
    package enum Operation: String, SettingValue, CaseIterable { case present = "PRESENT", equals = "EQUALS" }

    package var operation = Operation.equals
    package var name: AttributeName = ""
    package var value: String?
    package var identity = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var objections: [SettingObjection] {
        operation == .equals && value == nil ? [SettingObjection("comparisonValue", "must be set for EQUALS")] : []
    }
}
