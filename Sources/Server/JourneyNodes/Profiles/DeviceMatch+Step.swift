import DeviceRegistry
import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DeviceMatch: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        if usesScript { return try await decideByScript(&turn) }
        guard let profile = turn.collectedProfile, let saved = try await turn.savedProfile(profile.identifier, notOlderThan: days) else {
            return .outcome(Self.unknown)
        }
        return .outcome(isSame(profile, saved) ? Outcome.yes : Outcome.no)
    }

    func isSame(_ profile: DeviceProfileDocument, _ saved: DeviceProfile) -> Bool {
        let comparison = ProfileComparison(weights: weights.compactMapValues { Double($0) })
        guard comparison.difference(profile.metadata ?? [:], saved.metadata) <= Double(variance) else { return false }
        guard radius.value > 0 else { return true }
        guard let here = profile.location, let there = saved.location else { return false }
        return here.distance(to: there) <= radius.value
    }

    private func decideByScript(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.secondFactorUser()
        let profiles =
            try await user.asyncMap { try await turn.domain.deviceRegistry.deviceProfiles.profiles(of: $0.id, in: turn.realm.id) } ?? []
        let known: JSONObject = [
            "user": .string(user?.username ?? ""), "profiles": .array(profiles.map { .object($0.json) }),
        ]
        let (outcome, saved) = try await turn.outcome(ofScript: script ?? "", knowing: known, among: outcomes)
        // A script's changes to a user without a proof are dropped.
        if let saved, let user = try await turn.provenUser() {
            let documents = saved.compactMap { profile in
                DeviceProfileDocument(json: profile).map { ($0, alias: profile["alias"]?.string) }
            }
            try await turn.act { [now = turn.now, realm = turn.realm.id] transaction, _ in
                try DeviceProfiles.replace(with: documents, of: user.id, realm: realm, at: now, in: transaction)
            }
        }
        return .outcome(outcome)
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await body(self)
    }
}
