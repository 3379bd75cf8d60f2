import Primitives

/// Has a user sign data of the journey's state by a customer's app with the Orchestration SDK.
package struct OrchestrationTransactionNode: AsksByOrchestration {
    package static let type = NodeType(
        "OrchestrationTransactionNode", alias: "orchestrationTransaction", title: "Orchestration Transaction",
        "Asks the user to sign data of the state in a customer's app with the Orchestration SDK.", interaction: .always, repetition: .never)
    package static let settings =
        askingSettings + [
            NodeSetting<Self>(
                "fields", \.fields, required: true,
                "The lines that are shown and signed, in order: each a key of the state, or a name, an equals sign and the key.")
        ]

    /// The settings of the request.
    package var asking = OrchestrationAsking()
    package var fields: [String] = []

    /// The number of lines that a request has at most.
    package static let mostFields = 32

    package init() {}

    /// A line: the name that is shown, and the key of the state whose value it has.
    package var lines: [(name: String, key: String)] {
        fields.map { field in
            guard let sign = field.firstIndex(of: "=") else { return (field, field) }
            return (String(field[..<sign]), String(field[field.index(after: sign)...]))
        }
    }

    package var objections: [SettingObjection] {
        guard (1...Self.mostFields).contains(fields.count) else {
            return [SettingObjection("fields", "expected 1 to \(Self.mostFields) lines")]
        }
        let isWhole = lines.allSatisfy { !$0.key.isEmpty && $0.name.utf8.count <= 128 && !$0.name.hasControlCharacters }
        return isWhole ? [] : [SettingObjection("fields", "expected a key, or a name of at most 128 bytes, = and a key")]
    }
}
