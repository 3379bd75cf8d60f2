import Directory
import Foundation
import JourneyEngine
import JourneyModel
import Primitives
import Translations

extension Turn {
    /// Checks the password in the state against the realm's users, under its lock-out rules; whether it is the user's.
    ///
    /// Unknown user, wrong password and locked account are one answer, in the same time. The password is forgotten afterwards,
    /// and the journey's state can't be used for a second guess.
    mutating func checkPassword(of username: String?) async throws -> Bool {
        guard let username, let password = state.secrets.removeValue(forKey: SecretName.password) else {
            throw try await refusal("a password is checked before there are a user name and a password")
        }
        // A password that proves who a user is must not become their new one.
        state.secretAttributes[SecretName.password] = nil
        let verdict = try await domain.credentials.passwords.verify(
            password, of: username, known: isKnown(username) ? state.named : nil, in: realm, from: client.address, spending: try spending())
        guard case .accepted(let user) = verdict else {
            try await recordFailure("wrong user name or password", of: .password)
            notice = try await lockNotice(of: username)
            return false
        }
        guard state.identify(user, showing: .password) else {
            try await recordFailure("another user than before in the same journey")
            return false
        }
        return true
    }

    /// The words about a locked account, as far as the realm has users told.
    private func lockNotice(of username: String) async throws -> String? {
        let told = realm.settings[BoundsSettings.self].lockoutNotice
        guard told != .none,
            let end = try await domain.credentials.passwords.lockEnd(
                of: username, known: isKnown(username) ? state.named : nil, in: realm)
        else { return nil }
        let minutes = Int((end.timeIntervalSince(now) / 60).rounded(.up))
        guard told == .time, end < .distantFuture else { return text(Self.locked) }
        return text(Self.lockedForAWhile).replacing("{minutes}", with: String(max(1, minutes)))
    }

    private static let locked = LocalizedText(\.accountLocked)
    private static let lockedForAWhile = LocalizedText(\.accountLockedFor)

    private func isKnown(_ name: String) -> Bool { state.username?.utf8.elementsEqual(name.utf8) ?? false }

    /// The user name that is claimed, also one that was gathered as an attribute.
    var claimedName: String? { state.username ?? state.attributes["userName"]?.string }
}
