package import HTTPTypes
import Metrics
import Primitives
import Synchronization

/// Counts and times requests by route, method and status. The metrics of each such triple are made once.
package final class RequestMetrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private let recorders = Mutex<[Key: Recorder]>([:])

    private struct Recorder {
        let counter: Counter
        let timer: Timer
    }

    package init() {}

    /// - Parameters:
    ///   - route: the pattern that the request matched, so that a path with ids in it is one.
    ///   - nanoseconds: how long the answer took to make.
    package func record(route: String, method: HTTPRequest.Method, status: Int, nanoseconds: Int64) {
        let key = Key(route: route, method: Self.name(method), status: status)
        let recorder = recorders.withLock { recorders in
            if let known = recorders[key] { return known }
            let made = Self.recorder(key)
            recorders[key] = made
            return made
        }
        recorder.counter.increment()
        recorder.timer.recordNanoseconds(nanoseconds)
    }

    private static func recorder(_ key: Key) -> Recorder {
        let dimensions = [("route", key.route), ("method", key.method), ("status", String(key.status))]
        return Recorder(
            counter: Counter(label: "http_requests_total", dimensions: dimensions),
            timer: Timer(label: "http_request_duration_seconds", dimensions: [("route", key.route), ("method", key.method)]))
    }

    /// A client can invent methods; they are counted as one.
    package static func name(_ method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .delete, .patch, .options: method.rawValue
        default: "other"
        }
    }
}
