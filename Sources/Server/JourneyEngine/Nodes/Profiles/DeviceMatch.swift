import JourneyMessages
import Primitives
import DeviceRegistry
import Services
import Directory
import Foundations
import ResourceMessages

/// Decides whether the device is one that the user has had saved, and still the same.
struct DeviceMatch: JourneyNode {
    static let type = NodeType(
        "DeviceMatchNode", alias: "deviceMatch", title: "Device Match",
        "Whether the user has had the device saved, and how far it differs from how it was.")
    static let settings = [
        NodeSetting<Self>("acceptableVariance", \.variance, in: 0...10_000, "How many differences are let pass."),
        NodeSetting<Self>("expiration", \.days, in: 1...3650, "For how many days a saved device counts."),
        NodeSetting<Self>("useScript", \.usesScript, "Whether a script decides."),
        NodeSetting<Self>("script", \.script, "The script's id or name; it decides by the global variable outcome.").naming(.script),
        NodeSetting<Self>(
            "attributeWeights", \.weights, "What a difference counts, by the member that it is in, such as deviceMemory; 1 for the others."
        ).ours,
        NodeSetting<Self>("allowedRadius", \.radius, "How far the device may be from where it was saved, in metres; 0 for anywhere.").ours,
    ]
    static let state = StateUse(reads: [Turn.profileKey, "username"])

    static let unknown = "unknownDevice"

    var variance = 0
    var days = 30
    var usesScript = false
    var script: String?
    var weights: [String: String] = [:]
    var radius = Measure(0)

    var outcomes: [String] { [Outcome.yes, Outcome.no, Self.unknown] }

    var objections: [SettingObjection] {
        if usesScript, script?.isEmpty ?? true { return [SettingObjection("script", "it is needed where a script decides")] }
        return weights.values.allSatisfy { Measure(setting: .string($0)) != nil }
            ? [] : [SettingObjection("attributeWeights", "expected numbers from 0")]
    }

    /// Secrets that a script might read.
    var secrets: Set<String> { usesScript ? ["*"] : [] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
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
        let profiles = try await user.asyncMap { try await turn.domain.deviceProfiles.profiles(of: $0.id, in: turn.realm.id) } ?? []
        let known: JSONObject = [
            "user": .string(user?.username ?? ""), "profiles": .array(profiles.map { .object($0.json) }),
        ]
        let (outcome, saved) = try await turn.outcome(ofScript: script ?? "", knowing: known, among: outcomes)
        // What a script would change of a user who hasn't shown who they are stays as it is.
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
