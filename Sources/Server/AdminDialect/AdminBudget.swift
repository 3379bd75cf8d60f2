import Administration
import Foundation
import Foundations
import HTTPTypes
import Primitives
import Synchronization

/// Bounds the requests of each caller: a bucket that fills again as time goes by, and a smaller one for messages that are sent to try a way.
final class AdminBudget: Sendable {
    /// A kind of bucket: what it holds, and what comes to it in a second.
    private struct Rule {
        let most: Double
        let perSecond: Double
    }

    private struct Bucket {
        var left: Double
        var filled: Date
    }

    private static let all = Rule(most: 200, perSecond: 50)
    private static let trials = Rule(most: 5, perSecond: 5.0 / 60)
    /// The number of buckets that are kept; full ones go first.
    private static let mostBuckets = 10_000

    private let time: any TimeSource
    private let buckets = Mutex<[String: Bucket]>([:])

    init(time: any TimeSource) { self.time = time }

    /// Counts a request, and returns how many more there may be at once.
    /// - Throws: a 429 that says when there may be one again.
    func take(_ caller: String, for action: DescribedAction) throws(Problem) -> Int {
        if ["test", "test-push"].contains(action.route.verb ?? "") { _ = try take(Self.trials, "trial " + caller) }
        return try take(Self.all, caller)
    }

    /// Counts a request that is no action's.
    /// - Throws: a 429 that says when there may be one again.
    func take(_ caller: String) throws(Problem) { _ = try take(Self.all, caller) }

    private func take(_ rule: Rule, _ key: String) throws(Problem) -> Int {
        let now = time.now
        let left = buckets.withLock { buckets in
            if buckets.count >= Self.mostBuckets, buckets[key] == nil {
                buckets = buckets.filter { now.timeIntervalSince($0.value.filled) < 60 }
            }
            var bucket = buckets[key] ?? Bucket(left: rule.most, filled: now)
            bucket.left = min(rule.most, bucket.left + max(0, now.timeIntervalSince(bucket.filled)) * rule.perSecond)
            bucket.filled = now
            bucket.left -= bucket.left >= 1 ? 1 : 2
            let left = bucket.left
            bucket.left = max(0, left)
            buckets[key] = bucket
            return left
        }
        guard left >= 0 else {
            throw .tooMany("too many requests", after: Int((1 / rule.perSecond).rounded(.up)))
        }
        return Int(left)
    }
}
