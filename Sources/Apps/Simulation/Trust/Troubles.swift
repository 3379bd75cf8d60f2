internal import Foundation
internal import Primitives
internal import Synchronization

/// The troubles of one phone, each with its time, so that what fails can be told with its cause.
final class Troubles: Sendable {
    /// One thing that went wrong.
    struct Trouble: Sendable {
        let time: Date
        let name: String

        /// Whether a message was only late, which rarely makes anything fail.
        var isDelay: Bool { name == Troubles.late }
    }

    static let late = "message late"
    /// The number of troubles that are remembered.
    private static let most = 100

    private let state = Mutex<[Trouble]>([])

    func note(_ name: String, at time: Date) {
        state.withLock { all in
            all.append(Trouble(time: time, name: name))
            if all.count > Self.most { all.removeFirst() }
        }
    }

    /// The troubles since a time.
    func since(_ start: Date) -> [Trouble] { state.withLock { all in all.filter { $0.time >= start } } }
}

extension [Troubles.Trouble] {
    /// The likely cause of a failure after them: the last that was more than a delay.
    var cause: String? {
        let sorted = sorted { $0.time < $1.time }
        return (sorted.last { !$0.isDelay } ?? sorted.last)?.name
    }
}
