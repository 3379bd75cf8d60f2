import Foundation
import Primitives

/// A code that a run has made to be sent to somebody, as it stands among the state's secrets, by AM's names.
struct Passcode: Sendable {
    /// How many wrong answers a code takes before it is void.
    static let attempts = 5

    static let codeName = "oneTimePassword"
    static let timeName = "oneTimePasswordTimestamp"
    private static let failuresName = "oneTimePasswordFailures"
    private static let userName = "oneTimePasswordUser"
    /// What nodes need to keep of it.
    static let names: Set = [codeName, timeName, failuresName, userName]

    let code: Secret
    let made: Date
    var failures = 0
    /// To whose own address it was sent: who knows it has proved to be that user. nil when it went anywhere else.
    var user: UUID?

    /// A code of some digits.
    init(digits: Int, random: any RandomSource, at now: Date) {
        code = Secret((0..<digits).map { _ in Self.digit(random) }.joined())
        made = now
    }

    /// Reads what ``store(in:)`` wrote; nil when the run has no code.
    init?(_ state: JourneyState) {
        guard let code = state.secrets[Self.codeName], !code.isEmpty,
            let time = state.secrets[Self.timeName].map(TransientValue.json),
            let seconds = time.integer ?? time.string.flatMap({ Int64($0) })
        else { return nil }
        self.code = code
        made = Date(timeIntervalSince1970: TimeInterval(seconds))
        failures = state.secrets[Self.failuresName].flatMap { Int($0.reveal()) } ?? 0
        user = state.secrets[Self.userName].flatMap { UUID(uuidString: $0.reveal()) }
    }

    /// Keeps the code in a run's state, or with nil takes it away.
    static func keep(_ passcode: Passcode?, in state: inout JourneyState) {
        state.secrets[codeName] = passcode?.code
        state.secrets[timeName] = passcode.map { TransientValue.secret(.integer(Int64($0.made.timeIntervalSince1970))) }
        state.secrets[failuresName] = passcode.map { Secret(String($0.failures)) }
        state.secrets[userName] = passcode?.user.map { Secret($0.uuidString) }
    }

    /// A digit, each as likely as any other.
    private static func digit(_ random: any RandomSource) -> String {
        while true {
            let byte = random.bytes(1)[0]
            if byte < 250 { return String(byte % 10) }
        }
    }
}
