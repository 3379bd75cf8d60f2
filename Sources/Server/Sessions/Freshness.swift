package import Foundation
import Primitives
package import Directory

/// The rule for users who change what they prove who they are by: a password, an address that recovers it, a factor, their name.
///
/// A person who finds an unlocked screen, or a token in a log, must not be able to take the account over. So the proof must be young: not
/// older than the realm's `accountFreshness`. A session of a stale user is still good for everything else.
package enum Freshness {
    /// - Parameter authenticated: when the user proved who they are; nil when that isn't known.
    /// - Throws: ``StaleSignIn``.
    package static func check(_ authenticated: Date?, in realm: Realm, at now: Date) throws(StaleSignIn) {
        guard isFresh(authenticated, in: realm, at: now) else {
            throw StaleSignIn(maxAge: realm.settings[SessionSettings.self].accountFreshness)
        }
    }

    /// Whether a proof of a time is within the realm's `accountFreshness` (seconds) of now; false without a proof.
    package static func isFresh(_ authenticated: Date?, in realm: Realm, at now: Date) -> Bool {
        authenticated.map { now < $0.addingTimeInterval(TimeInterval(realm.settings[SessionSettings.self].accountFreshness)) } ?? false
    }
}

/// The user has to prove again who they are before that is done.
package struct StaleSignIn: Error, Sendable, Equatable {
    /// The number of seconds that the proof may be old.
    package let maxAge: Int

    package init(maxAge: Int) { self.maxAge = maxAge }
}
