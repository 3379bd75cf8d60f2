import Primitives

/// Locks the account of the user name in the state for the realm's lock-out time, or unlocks it.
///
/// In a run in which something was wrong that can be guessed, such as a password, that is what is locked: otherwise any client could lock a
/// user out of every way in, also by passkey. Without that, as after a decision about risk, the account is locked as a whole. A name that
/// no user has is passed by in silence, so that the journey doesn't tell who exists. Unlocking asks that the user has proved who they are
/// in this journey.
package struct AccountLockout: NodeDeclaration {
    package static let type = NodeType(
        "AccountLockoutNode", alias: "accountLockout", title: "Account Lockout", "Locks or unlocks the user's account.")
    package static let settings = [NodeSetting<Self>("lockAction", \.action, "Whether to lock or to unlock.")]
    package static let state = StateUse(reads: ["username"])

    /// The change of the account, by AM's names.
    package enum Action: String, SettingValue, CaseIterable { case lock = "LOCK", unlock = "UNLOCK" }

    package var action = Action.lock

    package init() {}
}
