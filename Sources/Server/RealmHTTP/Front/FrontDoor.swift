import Dispatch
import HTTPTypes
package import HTTPBase
package import Hummingbird
import Primitives
import Store
import Telemetry
import Tracing

/// Every request's way in and its answer's way out: bounds, the route, cross-origin rules, how old the proof may be of who changes their
/// own credentials, errors, protective headers, metrics.
package struct FrontDoor: HTTPResponder {
    package let table: RouteTable

    private let crossOrigin: CrossOrigin
    private let protective: ProtectiveHeaders
    private let credentials: CredentialGuard
    private let auditor: RouteAuditor
    private let reader: RequestReader
    private let metrics = RequestMetrics()

    /// - Parameter landingPage: the empty page, which answers a script that was led to a page for people.
    package init(_ table: RouteTable, reader: RequestReader, landingPage: Response) {
        self.table = table
        crossOrigin = CrossOrigin(
            origins: RealmOrigins(reader.realms), landingPage: landingPage, cookie: reader.configuration.sessionCookie)
        protective = ProtectiveHeaders(at: reader.configuration.publicAddress)
        credentials = CredentialGuard(reader: reader)
        auditor = RouteAuditor(reader: reader)
        self.reader = reader
    }

    /// Answers a request; every error becomes an answer in the form of its route.
    package func respond(to request: Request, context: GatehouseContext) async throws -> Response {
        guard let tracer = reader.configuration.tracer else { return await respond(to: request, context).0 }
        var parent = InstrumentationContext.topLevel
        tracer.extract(request.headers, into: &parent, using: HeaderExtractor())
        let method = RequestMetrics.name(request.method)
        return await tracer.withSpan(method, context: parent, ofKind: .server) { span in
            let (response, label) = await respond(to: request, context)
            span.operationName = "\(method) \(label)"
            span.attributes = [
                "http.request.method": .string(method), "http.route": .string(label),
                "http.response.status_code": .int64(Int64(response.status.code)),
            ]
            if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }

    /// Answers a request, and tells its route's name.
    private func respond(to request: Request, _ context: GatehouseContext) async -> (Response, String) {
        let start = DispatchTime.now().uptimeNanoseconds
        let (address, doubt) = self.address(of: request, context)
        let arrival = Arrival(Expectation.awaiting(request, context), context, table, problem: doubt)
        var response = await Requester.$address.withValue(address) { await answer(arrival) }
        protective.add(to: &response.headers)
        let nanoseconds = Int64(DispatchTime.now().uptimeNanoseconds - start)
        metrics.record(route: arrival.label, method: request.method, status: response.status.code, nanoseconds: nanoseconds)
        reader.configuration.accessLog?(
            AccessRecord(
                route: arrival.label, method: RequestMetrics.name(request.method), status: response.status.code, nanoseconds: nanoseconds,
                address: address))
        return (response, arrival.label)
    }

    /// Returns the metrics' name for the route that a request takes; nil when it leads nowhere.
    package func label(of request: Request) -> String? {
        let routes = table.tree.place(of: PathSegments(request.uri.path).all)?.routes
        return routes?[request.method == .head ? .get : request.method]?.label
    }

    /// The address that a request comes from, by which everything is counted and written down from here on; and why it can't be read.
    private func address(of request: Request, _ context: GatehouseContext) -> (String, WireError?) {
        do throws(WireError) {
            return (try ClientAddress.of(request, in: context, behind: reader.configuration.proxyHeader), nil)
        } catch { return (ClientAddress.unknown, error) }
    }

    private func answer(_ arrival: Arrival) async -> Response {
        var response: Response
        do {
            if let preflight = try await crossOrigin.preflight(arrival) { return preflight }
            if let landing = try await crossOrigin.landing(arrival) { return landing }
            let caller = NotedCaller()
            response = await NotedCaller.$current.withValue(caller) { await routed(arrival) }
            try await auditor.note(response, to: arrival, by: caller)
            try await crossOrigin.share(&response, with: arrival)
        } catch {
            response = arrival.errors.response(to: error, of: arrival.request, arrival.context)
        }
        return arrival.request.method == .head ? response.createHeadResponse() : response
    }

    private func routed(_ arrival: Arrival) async -> Response {
        do {
            let route = try arrival.way.get()
            try await credentials.check(arrival.request, arrival.context, route)
            return try await route.answer(arrival.request, arrival.context)
        } catch {
            return arrival.errors.response(to: error, of: arrival.request, arrival.context)
        }
    }
}
