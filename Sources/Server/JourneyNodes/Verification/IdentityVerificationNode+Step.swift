package import JourneyEngine
import JourneyModel
import Primitives
import Verifications

extension IdentityVerificationNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let end = try await visit(&turn, { _, _ in VerificationDemand() }) else { return .waiting }
        switch end {
        case .approved(let transaction):
            keep(transaction, &turn)
            let site = try turn.verificationSite()
            if let identity = try await turn.domain.verifications.identity(of: transaction.id, of: transaction.user, at: site) {
                try await turn.gather(claims, of: identity)
            }
            return .outcome(Self.verified)
        case .failed(let transaction):
            keep(transaction, &turn)
            try await turn.recordFailure("the verification of identity has failed")
            return .outcome(Self.failed)
        case .undecided(let transaction):
            keep(transaction, &turn)
            return .outcome(Self.undecided)
        case .timedOut(let transaction):
            keep(transaction, &turn)
            return .outcome(Self.expired)
        case .exited: return .outcome(Self.exited)
        case .unavailable(let reason):
            try await turn.recordFailure("no verification of identity: \(reason)")
            return .outcome(Self.unavailable)
        }
    }

    private func keep(_ transaction: VerifyTransaction, _ turn: inout Turn) {
        turn.state.shared[Self.transaction] = .string(transaction.id.text)
    }
}
