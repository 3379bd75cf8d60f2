import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import ResourceMessages

extension DisplayUsername: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        let attribute = try await turn.attribute(name)
        guard !attribute.isSensitive else { throw JourneyRunError.fault("\(name) is sensitive: no user is shown it") }
        turn.tell(TextStatement(AccountDocument.of(user)[attribute.path]?.string ?? "").callback)
        return turn.wasSubmitted ? .outcome(Outcome.only) : .waiting
    }
}
