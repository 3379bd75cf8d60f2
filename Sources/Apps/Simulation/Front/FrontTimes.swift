internal import Primitives
internal import Synchronization

/// The slowest input for each route.
package final class FrontTimes: Sendable {
    /// A route's slowest input.
    package struct Worst: Sendable {
        package let time: Duration
        package let status: Int
        package let input: [UInt8]
    }

    private let worst = Mutex<[String: Worst]>([:])

    package init() {}

    /// Whether an answer is slower than all that its route has given.
    package func isSlowest(_ answer: FrontWorld.MeasuredResponse) -> Bool {
        worst.withLock { Self.isSlowest(answer, of: $0) }
    }

    /// Takes note of an answer; says whether it is its route's slowest.
    @discardableResult
    package func note(_ answer: FrontWorld.MeasuredResponse, to input: FrontInput) -> Bool {
        worst.withLock { worst in
            guard Self.isSlowest(answer, of: worst) else { return false }
            worst[answer.route] = Worst(time: answer.time, status: answer.status, input: input.bytes)
            return true
        }
    }

    private static func isSlowest(_ answer: FrontWorld.MeasuredResponse, of worst: [String: Worst]) -> Bool {
        worst[answer.route].map { $0.time < answer.time } ?? true
    }

    /// The routes, slowest first.
    package var all: [(route: String, worst: Worst)] {
        worst.withLock { $0.map { (route: $0.key, worst: $0.value) } }.sorted { $0.worst.time > $1.worst.time }
    }

    /// A table: milliseconds, status, route, how the input begins, and its length.
    package var table: String {
        let lines = all.map { route, worst in
            let milliseconds = Double(worst.time.components.attoseconds) / 1e15 + Double(worst.time.components.seconds) * 1000
            let start = String(decoding: worst.input.prefix(70), as: UTF8.self).split(separator: "\n").first ?? ""
            return "| \((milliseconds * 10).rounded() / 10) | \(worst.status) | \(route) | `\(start)` | \(worst.input.count) |"
        }
        return (["| ms | status | route | slowest input | bytes |", "| ---: | --- | --- | --- | ---: |"] + lines).joined(separator: "\n")
    }
}
