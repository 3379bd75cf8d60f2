import DeviceRegistry
import Directory
import Foundation
package import JourneyEngine
import JourneyModel
import Primitives

extension AccountLockout: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let user = try await user(turn) else { return .outcome(Outcome.only) }
        let lock = TimeInterval(turn.realm.settings[BoundsSettings.self].lockoutDuration)
        let end = action == .lock ? turn.now.addingTimeInterval(lock) : nil
        let (realm, failed, now) = (turn.realm.id, turn.state.failed, turn.now)
        try await turn.act { transaction, record in
            var details = JSONObject()
            if let end, !failed.isEmpty {
                for factor in failed { try FactorFailures.lock(factor, of: user.id, until: end, realm: realm, in: transaction) }
                details["factors"] = .array(failed.map(\.rawValue).sorted().map(JSONValue.string))
            } else {
                if end == nil { try Passcodes.unlock(user.id, realm: realm, at: now, in: transaction) }
                try Users.setLock(until: end, of: user.id, realm: realm, in: transaction)
            }
            try record.append(end == nil ? .accountUnlocked : .accountLocked, user: user.id, details: details, in: transaction)
        }
        return .outcome(Outcome.only)
    }

    private func user(_ turn: Turn) async throws -> User? {
        switch action {
        case .lock: return try await turn.namedUser()
        case .unlock:
            guard let id = turn.state.user else { throw JourneyRunError(.failed) }
            return try await turn.domain.directory.users.user(id, in: turn.realm.id)
        }
    }
}
