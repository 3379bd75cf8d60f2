package import Foundation
package import Primitives

/// A user who signs in to a realm.
package struct User: Sendable, Equatable, Identifiable {
    /// The user's stable id; `sub` of the tokens. Never used again for another user.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The name to sign in with, as it was given; unique in the realm whatever the case.
    package var username: String
    package var status: Status
    /// Profile attributes as the realm's schema names them: `givenName`, `sn`, `mail`, `telephoneNumber`…
    package var attributes: JSONObject
    /// The password's hash, in PHC format or as another product made it (``StoredPassword``); nil when the user has none.
    package var passwordHash: String?
    /// The end of the account's lock, which is an administrator's decision or a journey's; nil when it isn't locked. A factor that was
    /// wrong too often is locked by itself (``FactorFailures``).
    package var lockedUntil: Date?
    /// Whether the user administers this realm and those beneath it.
    package var isAdministrator = false
    /// The time when the account was made.
    package var created: Date
    /// Grows with every change of name, status, attributes or password.
    package var revision: Int64 = 1
    /// The time when the user last signed in; nil when never.
    package var lastLogin: Date?
    /// The number of logins that journeys have counted.
    package var loginCount = 0
    /// The population; nil for the realm's default one. See ``populationID``.
    package var population: UUID?
    /// Whether the user is asked for a second factor where a policy leaves it to the user's setting.
    package var isMFAEnabled = false
    /// The time until which the user may pass without a second factor; nil when they may not.
    package var bypassesMFAUntil: Date?
    /// The address by which the account is recovered; nil when it has none.
    package var recovery: RecoveryAddress?
    /// The form of the name by which the user is found. It has the user's id too where others' names have become the same
    /// (``NameFolding``), of whom each is found by the exact name alone.
    package internal(set) var nameKey = ""

    /// Whether the user may sign in; stored by its raw value.
    package enum Status: String, Sendable { case active, inactive }

    /// Whether the user may sign in at a time: active and not locked.
    package func maySignIn(at now: Date) -> Bool { status == .active && !isLocked(at: now) }

    /// Whether a text names this user: it is the exact name, or one that is the same and no other's.
    package func isNamed(_ text: String) -> Bool { UserNameKey(stored: nameKey).names(text, exactly: username) }

    /// Whether the account is locked at a time.
    package func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }

    /// The population that the user belongs to.
    package var populationID: UUID { population ?? Population.standardID(of: realm) }

    /// An attribute's text, also of a list with one element.
    package func attribute(_ name: String) -> String? { attributes[name]?.string ?? attributes[name]?.array?.first?.string }
}
