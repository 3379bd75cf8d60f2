import DeviceMessages
import Foundation
import PingIDMessages
import Primitives

/// The data that the device keeps, in one record: its realm, its users, its passcodes, and what is under way.
struct InstallationState: Sendable, Equatable {
    /// A payload that was made, and may be answered.
    struct Sent: Sendable, Equatable {
        var id: String
        var at: Date
    }

    /// A session in which the user has a choice.
    struct Flow: Sendable, Equatable {
        var session: String
        /// The push's; nil for a session that a payload began.
        var nonce: String?
    }

    /// An authentication token that was claimed.
    struct Token: Sendable, Equatable {
        var session: String
        var status: TokenStatus
        var expires: Date
    }

    /// The last answer to a payload, so that the same one is told once more after a crash.
    struct Answer: Sendable, Equatable {
        var id: String
        var outcome: PayloadOutcome
    }

    /// The number of seconds for which an answer to a payload is awaited.
    static let memory: TimeInterval = 900
    private static let mostPayloads = 20

    let issuer: DeviceIssuer
    /// The thumbprint of the key that signs.
    let id: String
    var users: [TrustedUser] = []
    var isRootDetectionRequired = false
    var isRootDetectionActive = false
    /// The seed, its counter that of the current passcode.
    var seed: CounterSeed?
    /// The difference of the server's clock, in seconds.
    var clockOffset: Double = 0
    var push: PushAddress?
    /// Whether the server must be told the push address.
    var isPushStale = false
    var payloads: [Sent] = []
    var answer: Answer?
    var flow: Flow?
    var token: Token?

    init(issuer: DeviceIssuer, id: String) {
        self.issuer = issuer
        self.id = id
    }

    var isTrusted: Bool { users.contains(where: \.level.isTrusted) }

    /// The current passcode; nil without a seed.
    var passcode: String? { seed.flatMap { try? $0.code(at: $0.counter) } }

    mutating func note(payload id: String, at now: Date) {
        payloads.removeAll { now.timeIntervalSince($0.at) >= Self.memory }
        payloads.append(Sent(id: id, at: now))
        if payloads.count > Self.mostPayloads { payloads.removeFirst(payloads.count - Self.mostPayloads) }
    }

    func awaits(_ payload: String, at now: Date) -> Bool {
        payloads.contains { $0.id == payload && now.timeIntervalSince($0.at) < Self.memory }
    }

    /// Counts on to the next passcode.
    mutating func moveCounter(atLeastTo floor: UInt64? = nil) {
        guard let counter = seed?.counter else { return }
        seed?.counter = min(max(counter + 1, floor ?? 0), Standing.greatestCounter)
    }

    /// Takes over what the server said, after an exchange.
    mutating func take(_ standing: Standing, _ fresh: CounterSeed?) {
        users = standing.users
        isRootDetectionRequired = standing.isRootDetectionRequired
        if let fresh { seed = fresh } else { moveCounter(atLeastTo: standing.counter) }
    }
}
