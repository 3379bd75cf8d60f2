import Foundation
package import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages
import VerificationMessages
import Verifications

extension VerifyEvaluationNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let end = try await visit(&turn) { _, turn in
            var demand = VerificationDemand()
            demand.earlier = VerifyState.ids.lazy.compactMap { turn.state.shared[$0]?.string.flatMap { UUID(text: $0) } }.first
            return demand
        }
        switch end {
        case nil, .exited: return .waiting
        case .approved(let transaction):
            try await keep(transaction, &turn)
            return .outcome(Self.success)
        case .failed(let transaction):
            try await keep(transaction, &turn)
            return try await fail("the verification has failed", Self.failure, &turn)
        case .timedOut(let transaction), .undecided(let transaction):
            try await keep(transaction, &turn)
            return try await fail("the verification wasn't completed in time", Self.timeout, &turn)
        case .unavailable(let reason): return try await fail(reason, Self.failure, &turn)
        }
    }

    private func fail(_ reason: String, _ outcome: String, _ turn: inout Turn) async throws -> NodeResult {
        if keepsFailure { turn.state.shared[VerifyState.evaluationFailure] = .string(reason) }
        try await turn.recordFailure("verification of identity: \(reason)")
        return .outcome(outcome)
    }

    private func keep(_ transaction: VerifyTransaction, _ turn: inout Turn) async throws {
        turn.keep(transaction)
        if keepsMetadata { turn.state.shared[VerifyState.metadata] = .array(try await turn.metadata(of: transaction)) }
        if keepsData { turn.state.shared[VerifyState.data] = .array(try await turn.verifiedData(of: transaction)) }
    }
}

extension Turn {
    /// Keeps whose verification it is, and its id.
    mutating func keep(_ transaction: VerifyTransaction) {
        state.shared[VerifyState.user] = .string(transaction.user.text)
        for key in VerifyState.ids { state.shared[key] = .string(transaction.id.text) }
    }

    /// The checks of a verification, as the platform's `metaData` has them.
    func metadata(of transaction: VerifyTransaction) async throws -> [JSONValue] {
        let all = try await domain.verifications.metaData(of: transaction.id, of: transaction.user, at: try verificationSite())
        return all.map { .object($0.json) }
    }

    /// The data of a verification, as the platform's `verifiedData` has them: an approved one's fields, and of all else no content.
    func verifiedData(of transaction: VerifyTransaction) async throws -> [JSONValue] {
        let site = try verificationSite()
        let identity = try await domain.verifications.identity(of: transaction.id, of: transaction.user, at: site)
        return try await domain.verifications.verifiedData(of: transaction.id, of: transaction.user, at: site).map { datum in
            var datum = datum
            if datum.type == .governmentID, let identity { datum.data = identity.fields.json.text }
            return .object(datum.json)
        }
    }
}
