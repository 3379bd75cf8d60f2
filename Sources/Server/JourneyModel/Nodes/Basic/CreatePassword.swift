package import JourneyMessages
import Primitives

/// Asks for a new password twice; asks again when the two differ or it is too short. The realm's policy is checked where it is stored.
package struct CreatePassword: NodeDeclaration {
    package static let type = NodeType(
        "CreatePasswordNode", alias: "createPassword", title: "Create Password", "Asks for a new password, twice.", interaction: .always,
        repetition: .atFields)
    package static let settings = [NodeSetting<Self>("minPasswordLength", \.least, in: 1...1024, "The fewest characters it may have.")]
    package static let state = StateUse(writes: ["password", "objectAttributes"])

    package var least = 8

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .password, .password] }
}
