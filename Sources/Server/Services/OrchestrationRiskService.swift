import Directory
import Foundation
import OrchestrationService
import Primitives
import Risk
import RiskScoring
import Store

/// Evaluates events of customers' servers of the Orchestration SDK by the realm's risk service.
struct OrchestrationRiskService: OrchestrationRisk {
    let service: RiskService

    func evaluate(_ event: OrchestrationEvent, of customer: OrchestrationCustomer) async -> RiskAnswer? {
        guard IPAddress(event.address) != nil else { return nil }
        var asked = RiskEvent(address: event.address, user: event.user.text)
        (asked.username, asked.userType) = (event.username, "PING_ONE")
        (asked.flowType, asked.target, asked.session) = (event.kind.flow, customer.application, event.session)
        let recorded = try? await service.evaluate(asked, client: customer.application, origin: "", in: customer.realm)
        guard let recorded, recorded.isFounded else { return nil }
        return RiskAnswer(id: recorded.id, code: recorded.level.code)
    }

    func complete(_ id: UUID, hasSucceeded: Bool, of customer: OrchestrationCustomer) async {
        // One that ended otherwise before stays so.
        _ = try? await service.complete(id, as: hasSucceeded ? .success : .failed, in: customer.realm)
    }
}

extension OrchestrationEvent.Kind {
    fileprivate var flow: String {
        switch self {
        case .registration: "REGISTRATION"
        case .authentication: "AUTHENTICATION"
        case .transaction: "TRANSACTION"
        }
    }
}

extension RiskLevel {
    fileprivate var code: RiskAnswer.Code {
        switch self {
        case .low: .accept
        case .medium: .challenge
        case .high: .decline
        }
    }
}
