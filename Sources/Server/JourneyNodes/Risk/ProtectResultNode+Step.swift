package import JourneyEngine
import JourneyModel
import Risk
import Primitives

extension ProtectResultNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        _ = try await turn.completeRisk(completion)
        return .outcome(Outcome.only)
    }

    fileprivate var completion: RiskEvent.Completion { status == .success ? .success : .failed }
}

extension MarketplaceProtectResult: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        .outcome(try await turn.completeRisk(protect.completion) ? MarketplaceProtectInitialize.next : MarketplaceProtectInitialize.error)
    }
}
