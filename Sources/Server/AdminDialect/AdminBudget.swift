import Administration
import Foundation
import Foundations
import HTTPTypes
import Primitives
import Synchronization

/// Bounds the requests of each caller: by a bucket that fills again as time goes by, which is each server's own as is the work; and messages that are
/// sent to try a way by a number in a minute, which servers over one database share.
final class AdminBudget: Sendable {
    /// The source by which messages to try a way are counted.
    private struct Trier: QuotaSource {
        /// The realm that the caller is of.
        let realm: UUID
        let key: String

        var name: String { "trial \(key)" }
    }

    private struct Bucket {
        var left: Double
        var filled: Date
    }

    /// The number that a bucket holds, and the one that comes to it in a second.
    private static let (most, perSecond) = (200.0, 50.0)
    /// The number of messages to try a way that a caller may have sent in a minute.
    private static let mostTrials = 5
    /// The number of buckets that are kept; full ones go first.
    private static let mostBuckets = 10_000

    private let time: any TimeSource
    private let buckets = Mutex<[String: Bucket]>([:])
    private let trials: QuotaCounts<Trier>

    init(_ platform: Platform) {
        time = platform.time
        trials = QuotaCounts(over: platform.quotas, mostSources: Self.mostBuckets, time: platform.time)
    }

    /// Counts a request, and returns how many more there may be at once.
    /// - Throws: a 429 that says when there may be one again; ``/Store/DatabaseError`` where servers share a count and the database can't be asked.
    func take(_ caller: AdminCaller, for action: DescribedAction) async throws -> Int {
        if ["test", "test-push"].contains(action.route.verb ?? "") { try await takeTrial(caller) }
        return try take(caller.key)
    }

    /// Counts a request that is no action's.
    /// - Throws: a 429 that says when there may be one again.
    func take(_ caller: AdminCaller) throws(Problem) { _ = try take(caller.key) }

    private func takeTrial(_ caller: AdminCaller) async throws {
        let source = Trier(realm: caller.name.realm, key: caller.key)
        let part = QuotaRequest<Trier>.Part(source, or: Trier(realm: caller.name.realm, key: ""), 1, of: Self.mostTrials)
        guard try await trials.admission([QuotaRequest([part])]) != nil else { throw Self.refusal(after: 60) }
    }

    private static func refusal(after seconds: Int) -> Problem { .tooMany("too many requests", after: seconds) }

    private func take(_ key: String) throws(Problem) -> Int {
        let now = time.now
        let left = buckets.withLock { buckets in
            if buckets.count >= Self.mostBuckets, buckets[key] == nil {
                buckets = buckets.filter { now.timeIntervalSince($0.value.filled) < 60 }
            }
            var bucket = buckets[key] ?? Bucket(left: Self.most, filled: now)
            bucket.left = min(Self.most, bucket.left + max(0, now.timeIntervalSince(bucket.filled)) * Self.perSecond)
            bucket.filled = now
            bucket.left -= bucket.left >= 1 ? 1 : 2
            let left = bucket.left
            bucket.left = max(0, left)
            buckets[key] = bucket
            return left
        }
        guard left >= 0 else { throw Self.refusal(after: Int((1 / Self.perSecond).rounded(.up))) }
        return Int(left)
    }
}
