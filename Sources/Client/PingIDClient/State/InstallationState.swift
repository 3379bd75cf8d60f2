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
    struct PayloadAnswer: Sendable, Equatable {
        var id: String
        var outcome: PayloadOutcome
    }

    /// The number of seconds for which an answer to a payload is awaited.
    static let memory: TimeInterval = 900
    private static let mostPayloads = 20
    /// The number of earlier sessions that are kept.
    private static let mostEarlier = 8

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
    var answer: PayloadAnswer?
    /// The latest session.
    private(set) var flow: Flow?
    /// Sessions that another one has overtaken, the latest last: they are decided by who names them.
    private(set) var earlier: [Flow] = []
    var token: Token?

    init(issuer: DeviceIssuer, id: String) {
        self.issuer = issuer
        self.id = id
    }

    var isTrusted: Bool { users.contains(where: \.level.isTrusted) }

    /// The current passcode; nil without a seed.
    var passcode: String? { seed.flatMap { try? $0.code(at: $0.counter) } }

    /// The session of an id; the latest of all for nil.
    func flow(of session: String?) -> Flow? {
        guard let session else { return flow }
        return flow?.session == session ? flow : earlier.last { $0.session == session }
    }

    /// Takes what was stored over as it was: an earlier session never becomes the latest.
    mutating func restore(_ earlier: [Flow], _ latest: Flow?) {
        self.earlier = earlier.suffix(Self.mostEarlier)
        flow = latest
    }

    mutating func begin(_ new: Flow) {
        if let flow { earlier.append(flow) }
        earlier.removeAll { $0.session == new.session }
        earlier = earlier.suffix(Self.mostEarlier)
        flow = new
    }

    mutating func end(_ session: String) {
        if flow?.session == session { flow = nil }
        earlier.removeAll { $0.session == session }
    }

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
