import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

extension AttributeValueDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
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
