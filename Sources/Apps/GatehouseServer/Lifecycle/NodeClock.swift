internal import Foundation
internal import Foundations
internal import Metrics
internal import Primitives
internal import StorePostgres
internal import Synchronization

/// The clock of a node beside that of the database that nodes share.
///
/// Sessions, codes and quotas go by the clock of the node that a request comes to, so the nodes' clocks must agree. What they have in common is the
/// database's.
final class NodeClock: Sendable {
    /// The most milliseconds by which the clock of a node that serves may differ from the database's.
    static let allowedDifference: Int64 = 10_000

    /// The database that has a clock of its own; nil for the embedded one.
    private let shared: PostgresDatabase?
    private let time: any TimeSource
    private let difference = Atomic<Int64>(0)
    private let isOdd = Atomic(false)

    init(of time: any TimeSource, beside shared: PostgresDatabase?) {
        self.time = time
        self.shared = shared
    }

    /// True when the clock differs by more than is allowed and another node's doesn't: this one is wrong then, and not the database's.
    var isWrong: Bool { isOdd.load(ordering: .acquiring) }

    /// The seconds for which rows stay after their time where this node removes them: by the database's clock where this one is ahead of it, and for
    /// as long as a node that serves may be behind.
    var allowance: TimeInterval {
        guard shared != nil else { return 0 }
        return Double(max(0, difference.load(ordering: .acquiring)) + Self.allowedDifference) / 1000
    }

    /// Refuses a clock that differs from the database's by more than is allowed.
    func check() async throws {
        let ahead = try await compare()
        guard abs(ahead) > Self.allowedDifference else { return }
        throw ServerError(
            .wrongClock,
            "this machine's clock is \(Self.words(ahead)) the database's, and nodes must agree within \(Self.allowedDifference / 1000) s; "
                + "set the one that is wrong, best by NTP on both machines")
    }

    /// The milliseconds by which the clock is ahead of the database's, negative for one that is behind: the least that they can be, since the answer
    /// was given at some moment of the time that the question took. It may take long when a leader fails.
    func compare() async throws -> Int64 {
        guard let shared else { return 0 }
        let before = time.now
        let theirs = try await shared.now()
        let (earliest, latest) = (before.timeIntervalSince(theirs), time.now.timeIntervalSince(theirs))
        let ahead = Int64(clamping: (earliest > 0 ? earliest : min(latest, 0)) * 1000)
        difference.store(ahead, ordering: .releasing)
        Gauge(label: "clock_difference_seconds").record(Double(ahead) / 1000)
        return ahead
    }

    /// Asks the other nodes, when the clock differs from the database's by more than is allowed, which of the two is wrong.
    ///
    /// - Returns: a sentence for the log when the answer isn't what it was before; nil otherwise.
    func judge(_ ahead: Int64, by nodes: ClusterNodes, besides node: String, at now: Date) async throws -> String? {
        let isOutside = abs(ahead) > Self.allowedDifference
        let isNowOdd = isOutside ? try await nodes.agree(besides: node, within: Self.allowedDifference, at: now) : false
        guard isOdd.exchange(isNowOdd, ordering: .acquiringAndReleasing) != isNowOdd else { return nil }
        return isNowOdd
            ? "this machine's clock is \(Self.words(ahead)) the database's, and other nodes' are not: /ready is refused until it is right"
            : "this machine's clock agrees again with the database's, or no other node's does"
    }

    /// The words for a clock that is ahead of another by so many milliseconds; the name of the other follows them.
    static func words(_ ahead: Int64) -> String {
        "\(Double(abs(ahead)) / 1000) s \(ahead > 0 ? "ahead of" : "behind")"
    }
}
