import Directory
package import JourneyEngine
import JourneyModel
import Primitives

extension AttributeCollector: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.provenUser()
        var isAnswered = true
        for name in names {
            let attribute = try await turn.attribute(name)
            let field = AttributeField(
                attribute: attribute, isRequired: isRequired || isValidated && attribute.isRequired, isValidated: isValidated, user: user)
            isAnswered = try await field.ask(&turn) && isAnswered
        }
        return isAnswered ? .outcome(Outcome.only) : .waiting
    }
}
