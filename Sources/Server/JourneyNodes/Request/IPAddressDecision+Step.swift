package import JourneyEngine
import JourneyModel
import Primitives

extension IPAddressDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let address = turn.client.address
        let isIn = ranges.compactMap(AddressRange.init).contains { $0.contains(address) }
        return .outcome(isIn ? Outcome.yes : Outcome.no)
    }
}
