import Directory
import Foundation
package import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import Store
import Synchronization

/// Writes the events that routes declare: what was refused to whom, secrets that were read, users that were listed.
///
/// They are sampled by network prefix as other failures are ([decision 44](../../../../docs/decisions/0044-audit.md)).
struct RouteAuditor: Sendable {
    /// The number of refusals, and of readings, of one prefix that are written in a minute; more are only counted.
    private static let (mostRefusals, mostReadings) = (5, 60)

    let reader: RequestReader
    private let counted: CountedEvents

    init(reader: RequestReader) {
        self.reader = reader
        counted = CountedEvents(time: reader.services.platform.time)
    }

    /// Writes the event of an answer, if it is worth one.
    func note(_ response: Response, to arrival: Arrival, by caller: NotedCaller?) async throws {
        guard let route = arrival.context.route else { return }
        let told = caller?.isRefused == true ? AuditEvent.Kind.accessRefused : nil
        guard let kind = told ?? Self.kind(of: response, to: arrival.request, route, reader) else { return }
        let isRefused = kind == .accessRefused
        let address = Requester.address ?? "local"
        let most = isRefused ? Self.mostRefusals : Self.mostReadings
        guard let times = counted.add(kind, from: address, most: most) else { return }
        let realm = try? await reader.realm(of: arrival.request, arrival.context)
        var event = AuditEvent(
            kind, isRefused ? .failure : .success, at: reader.services.platform.time.now, realm: (realm?.path ?? .root).description)
        if let (user, client) = caller?.names { (event.user, event.client) = (user, client) }
        event.details = ["route": .string("\(route.method.rawValue) \(route.label)")]
        if isRefused { event.details["status"] = .integer(Int64(response.status.code)) }
        try await reader.services.platform.database.write { [event, audit = reader.services.platform.audit] transaction in
            try audit.append(event, sampledBy: .address(address), most: most, times: times, in: transaction)
        }
    }

    private static func kind(
        of response: Response, to request: Request, _ route: Route, _ reader: RequestReader
    ) -> AuditEvent.Kind? {
        switch response.status {
        case .forbidden where route.refusals == .written: return .accessRefused
        case .unauthorized where route.refusals == .written:
            // A client that presents nothing has asked without knowing, as browsers do before a sign-in.
            let presents = request.headers.contains(.authorization) || !reader.configuration.sessionCookie.tokens(of: request).isEmpty
            return presents || route.proofs == [.deviceKey] ? .accessRefused : nil
        case _ where response.status.kind == .successful:
            switch route.reads {
            case .nothing: return nil
            case .secret: return .secretRead
            case .users: return .usersListed
            }
        default: return nil
        }
    }
}

/// Counts events in memory, so that a flood of refusals isn't one of writes: past those that are written each, a write comes when as many
/// are counted as a tenth of all so far. Their number in the log is at most a tenth too small.
private final class CountedEvents: Sendable {
    private struct Source: Hashable {
        let kind: AuditEvent.Kind
        let prefix: NetworkPrefix
    }

    private struct Minute {
        var slot: Int64 = 0
        var counts: [Source: (seen: Int, unwritten: Int)] = [:]
    }

    /// The number of sources that are counted each for itself.
    private static let mostSources = 10_000

    private let time: any TimeSource
    private let minute = Mutex(Minute())

    init(time: any TimeSource) { self.time = time }

    /// Counts one more event, and returns the number that is to be written now; nil when none is.
    func add(_ kind: AuditEvent.Kind, from address: String, most: Int) -> Int? {
        let slot = Throttle.slot(time.now)
        return minute.withLock { minute in
            if minute.slot != slot { minute = Minute(slot: slot) }
            var source = Source(kind: kind, prefix: NetworkPrefix(of: address))
            if minute.counts[source] == nil, minute.counts.count >= Self.mostSources {
                source = Source(kind: kind, prefix: NetworkPrefix(of: "others"))
            }
            var count = minute.counts[source] ?? (0, 0)
            (count.seen, count.unwritten) = (count.seen + 1, count.unwritten + 1)
            let times = count.seen <= most || count.unwritten * 10 >= count.seen ? count.unwritten : nil
            if times != nil { count.unwritten = 0 }
            minute.counts[source] = count
            return times
        }
    }
}

/// The caller of a request, noted by whatever reads it first: the front door can't know, and writes it into the events of the route.
package final class NotedCaller: Sendable {
    @TaskLocal static var current: NotedCaller?

    private let noted = Mutex<AuditActor?>(nil)
    private let refused = Mutex(false)

    init() {}

    /// Notes who calls; the first that is noted counts.
    package static func note(_ actor: AuditActor) {
        current?.noted.withLock { if $0 == nil { $0 = actor } }
    }

    /// Notes that the caller is refused where the answer's status doesn't say so: a thing that isn't theirs is told as one that isn't there, a
    /// forged code as a bad request, a forged session as none. The front door writes the event then, whatever the route declares.
    package static func refuse() { current?.refused.withLock { $0 = true } }

    var isRefused: Bool { refused.withLock { $0 } }

    /// The ids of the user and the client.
    var names: (user: String?, client: String?)? {
        switch noted.withLock({ $0 }) {
        case .user(let id): (id.text, nil)
        case .client(let id): (nil, String(id.prefix(128)))
        default: nil
        }
    }
}

extension AuditEvent.Kind {
    /// A caller was refused: without the rights, or with a credential that is no good.
    package static let accessRefused = Self("access.refused")
    /// A secret was returned to a caller.
    package static let secretRead = Self("secret.read")
    /// All users of a realm were returned to a caller.
    package static let usersListed = Self("users.listed")
}
