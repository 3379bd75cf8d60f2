package import Directory
package import Foundation
import Primitives
import Store

/// Risk evaluation as this module needs it; the assembly supplies the evaluator.
package protocol OrchestrationRisk: Sendable {
    /// Evaluates an event.
    /// - Returns: nil when there is no answer to go by, since the evaluation failed or had no result. That is no low risk.
    func evaluate(_ event: OrchestrationEvent, of customer: OrchestrationCustomer) async -> RiskAnswer?
    /// Says how an evaluated event ended.
    func complete(_ id: UUID, hasSucceeded: Bool, of customer: OrchestrationCustomer) async
}

/// An event whose risk is evaluated.
package struct OrchestrationEvent: Sendable, Equatable {
    /// The kinds.
    package enum Kind: Sendable, CaseIterable { case registration, authentication, transaction }

    package let kind: Kind
    /// The id of the user.
    package let user: UUID
    /// The user's name, unique in the realm.
    package let username: String
    package let occasion: RiskOccasion
    /// The address of the user's client, as the customer's server tells it.
    package let address: String
    /// The latest that a device of the user's has told of itself; nil where none has.
    package let device: ToldDevice?

    /// A device's words about itself, and the name of its authenticator.
    package struct ToldDevice: Sendable, Equatable {
        /// The name of the authenticator.
        package let authenticator: String
        /// A JSON text.
        package let data: String
    }
}

/// A call's words about the occasion that is evaluated.
package struct RiskOccasion: Sendable, Equatable {
    /// The address of the user's client; nil for none, and then nothing is evaluated.
    package var address: String?
    /// The customer's session.
    package var session: String?
    /// The customer's name for the event, such as `ChangeAddress`.
    package var type: String?
    /// The digest of the browser's fingerprint, in 64 small hexadecimal digits.
    package var browser: String?

    package init(address: String? = nil, session: String? = nil, type: String? = nil, browser: String? = nil) {
        self.address = address
        self.session = session
        self.type = type
        self.browser = browser
    }
}

/// The answer of an evaluation.
package struct RiskAnswer: Sendable, Equatable {
    /// The documented codes, as far as an evaluation gives them.
    package enum Code: Int, Sendable, CaseIterable {
        case accept = 0
        case decline = 1
        case challenge = 2
    }

    /// The id of the evaluation.
    package let id: UUID
    package let code: Code

    package init(id: UUID, code: Code) {
        self.id = id
        self.code = code
    }
}

extension Orchestrations {
    /// Evaluates the risk of an event of a user, where the application's rules want it and the customer's server has told an address.
    /// - Returns: nil for no answer.
    package func evaluate(
        _ kind: OrchestrationEvent.Kind, of reference: UserReference, _ occasion: RiskOccasion, _ customer: OrchestrationCustomer
    ) async throws -> RiskAnswer? {
        guard customer.rules.evaluatesRisk, let address = occasion.address, let member = try await users.member(reference, of: customer)
        else { return nil }
        let (user, realm, application) = (member.user, customer.realm.id, customer.application)
        let told = try await database.lookUp {
            try DeviceDataRecord.latest(of: user.id, application: application, realm: realm, in: $0)
        }
        let event = OrchestrationEvent(
            kind: kind, user: user.id, username: user.username, occasion: occasion, address: address,
            device: told.map { .init(authenticator: $0.authenticator, data: $0.data.deviceData) })
        return await risk.evaluate(event, of: customer)
    }

    /// Says how an event ended whose risk was evaluated.
    package func complete(_ answer: RiskAnswer?, hasSucceeded: Bool, of customer: OrchestrationCustomer) async {
        if let answer { await risk.complete(answer.id, hasSucceeded: hasSucceeded, of: customer) }
    }
}
