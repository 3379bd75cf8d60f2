internal import Metrics
internal import Primitives
internal import Synchronization
internal import Foundations

/// Counts the open connections, in all and for each prefix of addresses, and says when it is enough.
final class ConnectionCensus: Sendable {
    let most: Int
    /// nil where all come from one address, that of a proxy.
    let mostOfOne: Int?

    private struct Counts {
        var all = 0
        var byPrefix: [NetworkPrefix: Int] = [:]
    }

    private let counts = Mutex(Counts())
    private let refusals = Counter(label: "http_connections_refused_total")

    init(most: Int, mostOfOne: Int?) {
        self.most = most
        self.mostOfOne = mostOfOne
    }

    var open: Int { counts.withLock { $0.all } }

    /// Lets one more in, or doesn't. A connection that is let in must ``leave(_:)``.
    func enter(_ prefix: NetworkPrefix?) -> Bool {
        let isIn = counts.withLock { counts in
            guard counts.all < most else { return false }
            if let prefix, let mostOfOne {
                guard counts.byPrefix[prefix, default: 0] < mostOfOne else { return false }
                counts.byPrefix[prefix, default: 0] += 1
            }
            counts.all += 1
            return true
        }
        if !isIn { refusals.increment() }
        return isIn
    }

    func leave(_ prefix: NetworkPrefix?) {
        counts.withLock { counts in
            counts.all -= 1
            guard let prefix, mostOfOne != nil, let count = counts.byPrefix[prefix] else { return }
            counts.byPrefix[prefix] = count > 1 ? count - 1 : nil
        }
    }
}
