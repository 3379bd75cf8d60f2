import Foundation
import Primitives
import Store
import Synchronization

/// The streams that are open at this node.
final class PushStreams: Sendable {
    /// The interval, in seconds, at which something is sent on each, so that no machine on the way takes it for dead.
    static let keepAlive = 25
    /// The number that an installation may have open: the last ones, since one that has lost its network opens another.
    static let mostOfOne = 2

    struct Key: Hashable, Sendable {
        let realm: UUID
        let installation: String

        init(realm: UUID, installation: String) {
            self.realm = realm
            self.installation = installation
        }

        /// Reads what ``text`` writes; nil for anything else.
        init?(text: String) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let realm = UUID(text: String(parts[0])) else { return nil }
            self.init(realm: realm, installation: String(parts[1]))
        }

        /// The key of its wake-ups.
        var text: String { "\(realm.text)/\(installation)" }
    }

    private struct State {
        var bells: [Key: [PushBell]] = [:]
        var count = 0
        var second = 0
        var nextSlot = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: how many there may be in all.
    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLock { $0.count } }

    /// Opens a stream; nil when there are as many as there may be, or the server stops.
    func open(_ key: Key, until: Date) -> PushBell? {
        let (bell, closed) = state.withLock { state -> (PushBell?, [PushBell]) in
            let others = state.bells[key, default: []]
            let closed = others.prefix(max(0, others.count + 1 - Self.mostOfOne))
            guard !state.isClosed, state.count - closed.count < limit else { return (nil, []) }
            state.nextSlot = (state.nextSlot + 1) % Self.keepAlive
            let bell = PushBell(slot: state.nextSlot, until: until)
            state.bells[key] = others.dropFirst(closed.count) + [bell]
            state.count += 1 - closed.count
            return (bell, Array(closed))
        }
        for bell in closed { bell.close() }
        return bell
    }

    /// Forgets a stream that has ended.
    func remove(_ bell: PushBell, _ key: Key) {
        state.withLock { state in
            guard let index = state.bells[key]?.firstIndex(where: { $0 === bell }) else { return }
            state.bells[key]?.remove(at: index)
            if state.bells[key]?.isEmpty == true { state.bells[key] = nil }
            state.count -= 1
        }
    }

    /// Wakes an installation's streams.
    func ring(_ key: Key) { for bell in bells(key) { bell.ring() } }

    func isOpen(_ key: Key) -> Bool { !bells(key).isEmpty }

    /// Ends all streams and opens no more.
    func closeAll() {
        let bells = state.withLock { state in
            state.isClosed = true
            return state.bells.values.flatMap(\.self)
        }
        for bell in bells { bell.close() }
    }

    /// Gives each stream its turn once in ``keepAlive`` seconds. To be called every second.
    func tick(at now: Date) {
        let due = state.withLock { state in
            state.second = (state.second + 1) % Self.keepAlive
            let second = state.second
            return state.bells.values.flatMap { $0.filter { $0.slot == second } }
        }
        for bell in due { bell.until > now ? bell.tick() : bell.close() }
    }

    private func bells(_ key: Key) -> [PushBell] { state.withLock { $0.bells[key] ?? [] } }
}
