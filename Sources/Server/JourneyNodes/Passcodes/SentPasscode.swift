import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives

/// A code that a run has made to be sent to a user, as it stands among the state's secrets.
///
/// The code itself stands there, by AM's name, only until it is asked for; what an answer is held against is a digest of it under a key of
/// the server's.
struct SentPasscode: Sendable {
    /// The number of wrong answers that a code takes before it is void.
    static let attempts = 5
    /// The number of digits that a code has at most when it is made again, whatever a script says.
    private static let longest: Int64 = 64

    /// nil once it was asked for.
    private(set) var code: Secret?
    let digest: Secret
    let made: Date
    let digits: Int
    var failures = 0
    /// The user to whose own address it was sent: who knows it has proved to be that user. nil when it went anywhere else.
    var user: UUID?
    /// The e-mail address that it was sent to, which a user who knows the code therefore reads; nil when it went by other means.
    var mail: String?

    /// A code of some digits.
    init(digits: Int, _ turn: Turn) {
        let code = Secret(bytes: turn.domain.platform.random.characters(digits, of: "0123456789"))
        self.code = code
        digest = Self.digest(of: code, turn)
        made = turn.now
        self.digits = digits
    }

    /// The run's code; nil when it has none. A script may have made it.
    init?(_ turn: Turn) {
        let secrets = turn.state.secrets
        guard let seconds = StateNumber.of(secrets[PasscodeKey.time]) else { return nil }
        let code = secrets[PasscodeKey.code].flatMap { $0.isEmpty ? nil : $0 }
        guard let digest = code.map({ Self.digest(of: $0, turn) }) ?? secrets[PasscodeKey.digest] else { return nil }
        self.code = code
        self.digest = digest
        made = Date(timeIntervalSince1970: TimeInterval(seconds))
        let kept = StateNumber.of(secrets[PasscodeKey.digits]).flatMap { (1...Self.longest).contains($0) ? Int($0) : nil }
        digits = kept ?? code.map { min($0.count, Int(Self.longest)) } ?? 8
        failures = Int(max(StateNumber.of(secrets[PasscodeKey.failures]) ?? 0, 0))
        mail = secrets[PasscodeKey.mail]?.reveal()
        user = secrets[PasscodeKey.user].flatMap { UUID(text: $0.reveal()) }
    }

    /// Makes what looks like a passcode from outside, for a user that there isn't: it was not sent, and identifies no user.
    static func decoy(like passcode: SentPasscode, _ turn: Turn) -> SentPasscode {
        var decoy = SentPasscode(digits: passcode.digits, turn)
        decoy.user = turn.domain.platform.random.uuid()
        return decoy
    }

    /// The same without the code itself.
    var withoutCode: SentPasscode {
        var passcode = self
        passcode.code = nil
        return passcode
    }

    /// Returns the digest that an answer is held against; of an answer, what it would be when the kept one is by an older key of the
    /// server's.
    static func digest(of code: Secret, like kept: Secret? = nil, _ turn: Turn) -> Secret {
        let hashes = KeyedHash("one-time passcode", turn.domain.platform.sealer)
        let message = Array("\(turn.state.run):".utf8) + code.withBytes { Array($0) }
        let digests = hashes.hashes(message).map { Secret(Base64URL.encode($0)) }
        return digests.first { $0 == kept } ?? digests[0]
    }

    /// Keeps the code in a run's state, or with nil takes it away.
    static func keep(_ passcode: SentPasscode?, in state: inout JourneyState) {
        state.secrets[PasscodeKey.code] = passcode?.code
        state.secrets[PasscodeKey.digest] = passcode?.digest
        state.secrets[PasscodeKey.time] = passcode.map { TransientValue.secret(.integer(Int64($0.made.timeIntervalSince1970))) }
        state.secrets[PasscodeKey.failures] = passcode.map { Secret(String($0.failures)) }
        state.secrets[PasscodeKey.digits] = passcode.map { Secret(String($0.digits)) }
        state.secrets[PasscodeKey.mail] = passcode?.mail.map { Secret($0) }
        state.secrets[PasscodeKey.user] = passcode?.user.map { Secret($0.uuidString) }
    }
}
