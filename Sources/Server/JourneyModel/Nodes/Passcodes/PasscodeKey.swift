import Primitives

/// The keys of a run's one-time code among the state's secrets.
package enum PasscodeKey {
    /// The keys by AM's names: the code itself, and when it was made.
    package static let code = "oneTimePassword"
    /// The time when the code was made.
    package static let time = "oneTimePasswordTimestamp"
    /// Our own beside them.
    package static let digest = "oneTimePasswordDigest"
    /// The number of wrong codes.
    package static let failures = "oneTimePasswordFailures"
    /// The user that the code was made for.
    package static let user = "oneTimePasswordUser"
    /// The address that the code was sent to.
    package static let mail = "oneTimePasswordMail"
    /// The number of digits of the code.
    package static let digits = "oneTimePasswordDigits"
    /// The keys that the node needs that asks for it, and those that the nodes need that send it.
    package static let asked: Set = [time, digest, failures, user, mail, digits]
    /// The keys of all that belongs to a code, with the code itself.
    package static let all = asked.union([code])
    /// The same, as those who make, send and check a code write them.
    static let written = all.sorted()
}
