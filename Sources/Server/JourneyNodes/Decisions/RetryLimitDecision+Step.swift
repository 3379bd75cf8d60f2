import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import SignIn

extension RetryLimitDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let failed: Int
        if countsByUser, let name = turn.claimedName {
            failed = try await count(name, &turn)
        } else {
            try await turn.spend()
            failed = Int(StateNumber.of(turn["retryCount"]) ?? 0) + 1
            turn["retryCount"] = .integer(Int64(failed))
        }
        return .outcome(failed < limit ? "Retry" : "Reject")
    }

    private func count(_ name: String, _ turn: inout Turn) async throws -> Int {
        let place = "\(turn.state.frames.last?.journey ?? "") \(turn.place)"
        let (realm, now, limit) = (turn.realm.id, turn.now, limit)
        // Names that no user has are counted like others, so that there is no end of them.
        if turn.state.user == nil {
            try await turn.domain.directory.quotas.require(.nameCount, bytes: Quotas.row, from: turn.client.address, in: turn.realm)
        }
        return try await turn.act { transaction, _ in
            try RetryCounts.raise(place, of: name, realm: realm, limit: limit, at: now, in: transaction)
        }
    }
}
