internal import Foundation
internal import Foundations
internal import Logging
internal import Primitives
internal import ServiceLifecycle
internal import Services

/// Tells the other processes over the database, from time to time, that this one serves: under its name, and until it has stopped.
struct NodeHeartbeat: Service {
    /// The time between two looks at what there is to tell.
    private static let pause = Duration.seconds(1)

    let configuration: ServerConfiguration
    let nodes: ClusterNodes
    let clock: NodeClock
    let draining: Draining
    let time: any TimeSource
    let logger: Logger

    func run() async throws {
        let started = time.now
        let hasBegun = await tell(started, wasHeard: true)
        try? await cancelWhenGracefulShutdown {
            var (isHeard, wasDraining, last) = (hasBegun, false, ContinuousClock.now)
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: Self.pause)
                let isDue = ContinuousClock.now >= last + .seconds(ClusterNodes.interval)
                guard isDue || draining.isUnderWay != wasDraining else { continue }
                (wasDraining, last) = (draining.isUnderWay, ContinuousClock.now)
                isHeard = await tell(started, wasHeard: isHeard)
            }
        }
        // Also when the task is cancelled, as in a server that is a part of another program. A row that stays goes after a day.
        await Task { [nodes, node = configuration.node] in try? await nodes.leave(node) }.value
    }

    /// Writes the node's row; true when that was done. Of several failures one after the other the first is logged.
    private func tell(_ started: Date, wasHeard: Bool) async -> Bool {
        do {
            let ahead = try await clock.compare()
            let now = time.now.addingTimeInterval(-Double(ahead) / 1000)
            // One that was killed, and whose place this one has taken.
            if let address = configuration.listeningAddress { try await nodes.replace(at: address, by: configuration.node, now: now) }
            try await nodes.tell(
                ClusterNode(
                    name: configuration.node, version: ServerVersion.text, step: Schema.migrations.count,
                    address: configuration.listeningAddress, started: started, seen: now,
                    clockDifference: ahead, isDraining: draining.isUnderWay))
            if let verdict = try await clock.judge(ahead, by: nodes, besides: configuration.node, at: now) {
                logger.log(level: clock.isWrong ? .error : .notice, "\(verdict)")
            }
            return true
        } catch {
            if wasHeard { logger.warning("other nodes could not be told of this one", metadata: ["error": "\(error)"]) }
            return false
        }
    }
}
