import Administration
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages
import Store

/// `…/events`: the audit log as it is written, as server-sent events.
struct AdminEventRoutes: Sendable {
    let router: AdminRouter
    let services: AdministrationServices
    let streams: EventStreams

    func answer(_ request: Request, _ context: GatehouseContext, _ base: ActionRoute.Base) async throws -> Response {
        let (realm, caller) = try await router.caller(of: request, context, base)
        let place = base == .realm ? realm.path : nil
        try caller.administrative.checkSight(of: place)
        try router.budget.take(caller)
        let kinds = try Self.kinds(request)
        let last = try Self.last(request)
        let reading = EventReading(realm: place, kinds: kinds, platform: services.platform) { [router] in
            try await router.caller(of: request.head(), context, base).caller
        }
        let stream = try streams.open(for: caller.key, services.platform.database.wakeups)
        return Response(status: .ok, headers: Self.fields, body: body(reading, after: last, stream))
    }

    private func body(_ reading: EventReading, after last: Int64?, _ stream: EventStreamPlace) -> ResponseBody {
        let opened = OpenedStream(stream, streams)
        return ResponseBody { writer in
            var reading = reading
            try await writer.write(ByteBuffer(bytes: EventReading.opening + (try await reading.begin(after: last))))
            for await signal in opened.place.signals {
                let bytes: [UInt8]
                do {
                    let events = try await reading.next()
                    bytes = events.isEmpty && signal == .beat ? try await reading.beat() : events
                } catch let error where error is Problem || error is AdministrationError {
                    // The token has come to its end, and so does the stream.
                    break
                }
                opened.place.isBehind = reading.isBehind
                if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
            }
            try await writer.finish(nil)
        }
    }

    private static var fields: HTTPFields {
        var fields = HTTPFields.noStore
        fields[.contentType] = "text/event-stream"
        // Proxies that gather an answer would keep the reader waiting.
        fields[.accelBuffering] = "no"
        return fields
    }

    private static func kinds(_ request: Request) throws -> EventKinds {
        var kinds: String?
        for sent in try request.query().parameters {
            guard sent.name == "kinds" else { throw AdminQuery.unknown(sent.name) }
            guard kinds == nil else { throw AdminQuery.twice(sent.name) }
            kinds = sent.value
        }
        return try EventKinds(kinds)
    }

    private static func last(_ request: Request) throws -> Int64? {
        guard let text = request.headers[.lastEventID], !text.isEmpty else { return nil }
        guard let last = Int64(decimal: text) else {
            throw ShapeError(.invalid, at: "Last-Event-ID", "it is the id of an event of this stream")
        }
        return last
    }
}

/// Holds a stream's place until its answer is let go of, however that ends.
private final class OpenedStream: Sendable {
    let place: EventStreamPlace
    private let streams: EventStreams

    init(_ place: EventStreamPlace, _ streams: EventStreams) {
        self.place = place
        self.streams = streams
    }

    deinit { streams.remove(place) }
}

extension Request {
    /// The request without its body.
    fileprivate func head() -> Request { Request(head: head, body: RequestBody(buffer: ByteBuffer())) }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = Self.known("X-Accel-Buffering")
    fileprivate static let lastEventID = Self.known("Last-Event-ID")
}
