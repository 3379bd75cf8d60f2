import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

extension AttributePresentDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
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
