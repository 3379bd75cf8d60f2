import Primitives
import ResourceMessages
import Directory

/// Decides whether the user who has proved who they are has an attribute, also one that is only ever written, such as the password.
struct AttributePresentDecision: JourneyNode {
    static let type = NodeType(
        "AttributePresentDecisionNode", alias: "attributePresentDecision", title: "Attribute Present Decision",
        "Whether the user has an attribute, or a password.")
    static let settings = [
        NodeSetting<Self>("presentAttribute", \.name, "The attribute, or password."), NodeSetting<Self>.identity(\.identity),
    ]

    var name = AttributeName(SecretName.password)
    var identity = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let isPresent =
            if name.description == SecretName.password {
                user.passwordHash != nil
            } else {
                try await turn.attribute(name).isPresent(in: user)
            }
        return .outcome(isPresent ? Outcome.yes : Outcome.no)
    }
}

extension ProfileAttribute {
    /// Whether a user has a value for it that is neither null nor empty.
    func isPresent(in user: User) -> Bool {
        switch AccountDocument.of(user)[path] {
        case nil, .null, .string(""), .array([]): false
        case .object(let object): !object.isEmpty
        default: true
        }
    }
}
