import Foundation
import Primitives
import Services
import Directory
import Foundations

/// Locks the account of the user name in the state for the realm's lock-out time, or unlocks it.
///
/// In a run in which something was wrong that can be guessed, such as a password, that is what is locked: otherwise any client could lock a
/// user out of every way in, also by passkey. Without that, as after a decision about risk, the account is locked as a whole. A name that
/// no user has is passed by in silence, so that the journey doesn't tell who exists. Unlocking asks that the user has proved who they are
/// in this journey.
struct AccountLockout: JourneyNode {
    static let type = NodeType(
        "AccountLockoutNode", alias: "accountLockout", title: "Account Lockout", "Locks or unlocks the user's account.")
    static let settings = [NodeSetting<Self>("lockAction", \.action, "Whether to lock or to unlock.")]
    static let state = StateUse(reads: ["username"])

    enum Action: String, SettingValue, CaseIterable { case lock = "LOCK", unlock = "UNLOCK" }

    var action = Action.lock

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let user = try await user(turn) else { return .outcome(Outcome.only) }
        let lock = TimeInterval(turn.realm.settings.lockoutDuration)
        let end = action == .lock ? turn.now.addingTimeInterval(lock) : nil
        let (realm, failed) = (turn.realm.id, turn.state.failed)
        try await turn.act { transaction, record in
            var details = JSONObject()
            if let end, !failed.isEmpty {
                for factor in failed { try FactorFailures.lock(factor, of: user.id, until: end, realm: realm, in: transaction) }
                details["factors"] = .array(failed.map(\.rawValue).sorted().map(JSONValue.string))
            } else {
                try Users.setLock(until: end, of: user.id, realm: realm, in: transaction)
            }
            try record.append(end == nil ? .accountUnlocked : .accountLocked, user: user.id, details: details, in: transaction)
        }
        return .outcome(Outcome.only)
    }

    private func user(_ turn: Turn) async throws -> User? {
        switch action {
        case .lock:
            guard let name = turn.state.username else { return nil }
            return try await turn.domain.users.user(named: name, in: turn.realm.id)
        case .unlock:
            guard let id = turn.state.user else { throw JourneyRunError(.failed) }
            return try await turn.domain.users.user(id, in: turn.realm.id)
        }
    }
}
