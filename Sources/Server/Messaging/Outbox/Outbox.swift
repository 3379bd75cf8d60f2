import Foundation
import Primitives
import Store

/// The worker that hands the messages of the ``OutboxStore`` to mail servers and gateways.
///
/// It looks when a message was written, when an attempt has ended, and every few seconds, for what is to be tried again and for what
/// another process has left. A slow server or gateway keeps only the messages of its own realm and channel waiting.
package final class Outbox: Sendable {
    /// The number of attempts at once: of one lane, and of all.
    private static let most = (ofLane: 4, ofAll: 16)
    private static let interval = Duration.seconds(5)

    package let store: OutboxStore
    private let carriers: [OutboxMessage.Channel: any OutboxCarrier]
    private let flights = OutboxFlights()
    private let ticks: AsyncStream<Void>
    private let ticking: AsyncStream<Void>.Continuation

    package init(_ store: OutboxStore, by carriers: [OutboxMessage.Channel: any OutboxCarrier]) {
        self.store = store
        self.carriers = carriers
        (ticks, ticking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Delivers until ``stop()`` is called, and returns when the attempts have ended that are on their way then.
    ///
    /// - Parameter report: is told of errors of the database, after which it continues.
    package func run(reporting report: @escaping @Sendable (any Error) -> Void) async {
        // Before the first look: what is written after that is noticed.
        let subscription = store.database.wakeups.subscribe(to: .outbox) { [ticking] _ in ticking.yield() }
        let clock = Task { [self] in
            while !Task.isCancelled {
                ticking.yield()
                // By the clock and not after each look, since it reads all that waits.
                do { OutboxQueue.measure(try await store.queues()) } catch { report(error) }
                try await Task.sleep(for: Self.interval)
            }
        }
        await withDiscardingTaskGroup { group in
            for await _ in ticks {
                do {
                    for entry in try await claim() {
                        group.addTask { [self] in
                            do { try await attempt(entry) } catch { report(error) }
                            ticking.yield()
                        }
                    }
                } catch { report(error) }
            }
        }
        clock.cancel()
        _ = await clock.result
        withExtendedLifetime(subscription) {}
    }

    /// Ends ``run(reporting:)``.
    package func stop() { ticking.finish() }

    /// Delivers what is due, and returns when nothing that was due is on its way any more, by whichever task of this process.
    package func deliverDue() async throws {
        while true {
            let entries = try await claim()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for entry in entries { group.addTask { [self] in try await attempt(entry) } }
                try await group.waitForAll()
            }
            guard entries.isEmpty else { continue }
            guard await flights.waitForOne() else { return }
        }
    }

    /// Claims attempts at what is due, of each lane as many as may be on their way.
    private func claim() async throws -> [OutboxEntry] {
        let now = store.time.now
        var claimed: [OutboxEntry] = []
        do {
            for lane in try await store.lanes(at: now) {
                let free = min(Self.most.ofLane - flights.count(lane), Self.most.ofAll - flights.all)
                guard free > 0 else { continue }
                claimed += try await claim(lane, atMost: free, at: now)
            }
        } catch {
            for entry in claimed { flights.end(entry.lane) }
            throw error
        }
        return claimed
    }

    private func claim(_ lane: OutboxEntry.Lane, atMost count: Int, at now: Date) async throws -> [OutboxEntry] {
        // Counted before they are claimed: an attempt is seen by those who wait either as due or as on its way.
        for _ in 0..<count { flights.begin(lane) }
        var claimed: [OutboxEntry] = []
        defer { for _ in claimed.count..<count { flights.end(lane) } }
        claimed = try await store.claim(lane, atMost: count, at: now)
        return claimed
    }

    private func attempt(_ entry: OutboxEntry) async throws {
        defer { flights.end(entry.lane) }
        guard let carrier = carriers[entry.message.channel] else { return }
        try await store.attempt(entry, by: carrier)
    }
}
