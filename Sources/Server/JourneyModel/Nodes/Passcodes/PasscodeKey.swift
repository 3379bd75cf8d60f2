import Primitives

/// The keys of a run's one-time code among the state's secrets.
package enum PasscodeKey {
    /// The keys by AM's names: the code itself, and when it was made.
    package static let code = "oneTimePassword"
    package static let time = "oneTimePasswordTimestamp"
    /// Our own beside them.
    package static let digest = "oneTimePasswordDigest"
    package static let failures = "oneTimePasswordFailures"
    package static let user = "oneTimePasswordUser"
    package static let mail = "oneTimePasswordMail"
    package static let digits = "oneTimePasswordDigits"
    /// The keys that the node needs that asks for it, and those that the nodes need that send it.
    package static let asked: Set = [time, digest, failures, user, mail, digits]
    package static let all = asked.union([code])
    /// The same, as those who make, send and check a code write them.
    static let written = all.sorted()
}
