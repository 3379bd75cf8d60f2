/// The party that asks for a verification of a user.
package enum VerificationAsker: Sendable {
    /// An administrator, or a client with an administrator's permission.
    case administrator
    /// The user, in a journey.
    case user
}
