internal import Foundation
package import Primitives
internal import Synchronization

/// Virtual time, and whose turn it is: one thing runs at a time, and the next begins only when nothing runs any more. So everything that
/// happens, happens in one order, which the seed decides.
package final class Scheduler: Sendable {
    package let time: ManualTime
    private let state = Mutex(State())

    fileprivate struct Event {
        let time: Date
        let order: Int
        let run: @Sendable () -> Void
    }

    fileprivate struct State {
        /// A heap by time and order.
        var events: [Event] = []
        var order = 0
        var running = 0
        var quiet: CheckedContinuation<Void, Never>?
        /// Those who never wake up again: processes that were killed.
        var dead: [UnsafeContinuation<Void, Never>] = []
    }

    package init(time: ManualTime = ManualTime()) { self.time = time }

    /// Starts something later.
    package func after(_ seconds: Double, _ body: @escaping @Sendable () async -> Void) {
        add(seconds) { [self] in
            Task {
                await body()
                rest()
            }
        }
    }

    /// Waits.
    package func sleep(_ seconds: Double) async {
        await withUnsafeContinuation { continuation in
            add(seconds) { continuation.resume() }
            rest()
        }
    }

    /// Never comes back, as a process that is killed.
    package func die() async {
        await withUnsafeContinuation { continuation in
            state.withLock { $0.dead.append(continuation) }
            rest()
        }
    }

    /// Runs what was started, until there is nothing more or `isDone` says so.
    package func run(until isDone: () -> Bool) async {
        while !isDone(), let event = state.withLock({ $0.next() }) {
            if event.time > time.now { time.set(event.time) }
            state.withLock { $0.running += 1 }
            event.run()
            await quiet()
        }
    }

    private func add(_ seconds: Double, _ run: @escaping @Sendable () -> Void) {
        let time = time.now.addingTimeInterval(max(0, seconds))
        state.withLock { $0.add(time, run) }
    }

    /// Notes that what was running has ended, or waits.
    private func rest() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.running -= 1
            guard state.running == 0 else { return nil }
            defer { state.quiet = nil }
            return state.quiet
        }
        waiter?.resume()
    }

    private func quiet() async {
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                if state.running > 0 { state.quiet = continuation }
                return state.running == 0
            }
            if isQuiet { continuation.resume() }
        }
    }
}

extension Scheduler.State {
    fileprivate mutating func add(_ time: Date, _ run: @escaping @Sendable () -> Void) {
        order += 1
        events.append(Scheduler.Event(time: time, order: order, run: run))
        var index = events.count - 1
        while index > 0, isBefore(index, (index - 1) / 2) {
            events.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    fileprivate mutating func next() -> Scheduler.Event? {
        guard let first = events.first else { return nil }
        let last = events.removeLast()
        guard !events.isEmpty else { return first }
        events[0] = last
        var index = 0
        while true {
            let children = [2 * index + 1, 2 * index + 2].filter { $0 < events.count }
            guard let least = children.min(by: isBefore), isBefore(least, index) else { return first }
            events.swapAt(index, least)
            index = least
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (events[left].time, events[left].order) < (events[right].time, events[right].order)
    }
}
