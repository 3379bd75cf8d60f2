import Directory
package import Foundation
import Primitives

/// The evaluation of risk, as this module asks for it; what evaluates is another's, which this one doesn't know.
package protocol OrchestrationRisk: Sendable {
    /// Evaluates an event.
    /// - Returns: nil when there is no answer to go by, since the evaluation failed or came to nothing. That is no low risk.
    func evaluate(_ event: OrchestrationEvent, of customer: OrchestrationCustomer) async -> RiskAnswer?
    /// Says how an evaluated event ended.
    func complete(_ id: UUID, hasSucceeded: Bool, of customer: OrchestrationCustomer) async
}

/// An event whose risk is evaluated.
package struct OrchestrationEvent: Sendable, Equatable {
    /// The kinds.
    package enum Kind: Sendable, CaseIterable { case registration, authentication, transaction }

    package let kind: Kind
    package let user: UUID
    package let username: String
    /// The address of the user's client, as the customer's server tells it.
    package let address: String
    /// The customer's session.
    package let session: String?
}

/// The answer of an evaluation.
package struct RiskAnswer: Sendable, Equatable {
    /// The documented codes, as far as an evaluation gives them.
    package enum Code: Int, Sendable, CaseIterable {
        case accept = 0
        case decline = 1
        case challenge = 2
    }

    package let id: UUID
    package let code: Code

    package init(id: UUID, code: Code) { (self.id, self.code) = (id, code) }
}

extension Orchestrations {
    /// Evaluates the risk of an event of a user, where the application's rules want it and the customer's server has told an address.
    /// - Returns: nil for no answer.
    package func evaluate(
        _ kind: OrchestrationEvent.Kind, of username: String, from address: String?, session: String?, _ customer: OrchestrationCustomer
    ) async throws -> RiskAnswer? {
        guard customer.rules.evaluatesRisk, let address, let member = try await users.member(username, of: customer)
        else { return nil }
        let event = OrchestrationEvent(
            kind: kind, user: member.user.id, username: member.user.username, address: address, session: session)
        return await risk.evaluate(event, of: customer)
    }

    /// Says how an event ended whose risk was evaluated.
    package func complete(_ answer: RiskAnswer?, hasSucceeded: Bool, of customer: OrchestrationCustomer) async {
        if let answer { await risk.complete(answer.id, hasSucceeded: hasSucceeded, of: customer) }
    }
}
