internal import DeviceRegistry
internal import Directory
internal import Foundations
internal import Logging
internal import Metrics
internal import Primitives
internal import ServiceLifecycle
internal import Store

/// Counts what the audit log tells: sign-ins, why they failed, and locks. An event is counted once it is sealed, also one that a command beside the
/// server has caused.
struct AuditMetrics: Service {
    /// The time between two looks at the log, which other processes write too.
    private static let interval = Duration.seconds(1)

    let audit: AuditLog
    let database: any Database
    let logger: Logger

    func run() async throws {
        let known = (try? await audit.lastPlace(in: database)) ?? 0
        try? await cancelWhenGracefulShutdown {
            var place = known
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: Self.interval)
                place = await count(after: place)
            }
        }
    }

    /// Counts the events after a place.
    /// - Returns: the place of the last event that was counted.
    func count(after start: Int64) async -> Int64 {
        var place = start
        do {
            while true {
                let stretch = try await audit.following(place, realm: nil, most: AuditLog.stretch, in: database)
                for event in stretch.events { Self.count(event) }
                place = stretch.end
                guard place < stretch.head else { return place }
            }
        } catch {
            logger.warning("events of the audit log could not be counted", metadata: ["error": "\(error)"])
            return place
        }
    }

    private static func count(_ event: FollowedEvent) {
        // Events that strangers cause are sampled; one of them stands for those that weren't written.
        let times = max(1, event.object["details"]?["more"]?.integer ?? 1)
        switch AuditEvent.Kind(event.kind) {
        case .loginSucceeded: signIn(event, "success", times)
        case .loginFailed:
            signIn(event, "failure", times)
            let reason = SignInFailure(reason: event.object["reason"]?.string ?? "")
            Counter(label: "sign_in_failures_total", dimensions: [("reason", reason.rawValue)]).increment(by: times)
        case .accountLocked: Counter(label: "locks_total", dimensions: [("of", "account")]).increment(by: times)
        case .deviceLocked: Counter(label: "locks_total", dimensions: [("of", "device")]).increment(by: times)
        default: break
        }
    }

    /// The journey is one of the realm's: a name that no journey has begins no run.
    private static func signIn(_ event: FollowedEvent, _ outcome: String, _ times: Int64) {
        let journey = event.object["details"]?["journey"]?.string ?? "none"
        Counter(label: "sign_ins_total", dimensions: [("realm", event.realm), ("journey", journey), ("outcome", outcome)])
            .increment(by: times)
    }
}
