import Foundations
package import JourneyEngine
import JourneyModel
import Primitives

extension FlowControl: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let number = turn.domain.platform.random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return .outcome(Int(number % 100) < percentage ? "A" : "B")
    }
}
