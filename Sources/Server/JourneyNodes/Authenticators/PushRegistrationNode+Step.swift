package import JourneyEngine
import JourneyModel
import Primitives

extension PushRegistrationNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        return try await PushEnrolment(card: card, timeout: timeout, plan: nil, policies: "").step(of: user, &turn)
    }
}

extension CombinedRegistration: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        return try await PushEnrolment(card: card, timeout: timeout, plan: plan, policies: policies).step(of: user, &turn)
    }
}
