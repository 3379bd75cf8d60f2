/// The facts that users are told of an account's lock when they sign in.
package enum LockoutNotice: String, Sendable, Codable, CaseIterable {
    /// None: a locked account is answered like a wrong password.
    case none
    /// The fact that the account is locked.
    case locked
    /// The fact that it is locked, and for how long.
    case time
}
