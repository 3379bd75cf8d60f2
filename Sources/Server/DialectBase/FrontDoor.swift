import Dispatch
package import Hummingbird
import Primitives
import Store

/// Every request's way in and its answer's way out: bounds, the route, cross-origin rules, how old the proof may be of who changes their
/// own credentials, errors, protective headers, metrics.
package struct FrontDoor: HTTPResponder {
    package let table: RouteTable

    private let crossOrigin: CrossOrigin
    private let protective: ProtectiveHeaders
    private let credentials: CredentialGuard
    private let reader: RequestReader
    private let metrics = RequestMetrics()

    package init(_ table: RouteTable, reader: RequestReader) {
        self.table = table
        crossOrigin = CrossOrigin(realms: reader.realms, cookie: reader.configuration.sessionCookie)
        protective = ProtectiveHeaders(at: reader.configuration.publicAddress)
        credentials = CredentialGuard(reader: reader)
        self.reader = reader
    }

    package func respond(to request: Request, context: GatehouseContext) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds
        let arrival = Arrival(request, context, table)
        var response = await Requester.$address.withValue(reader.address(of: request, context)) { await answer(arrival) }
        protective.add(to: &response.headers)
        metrics.record(
            route: arrival.label, method: request.method, status: response.status.code,
            nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds - start))
        return response
    }

    /// Returns the metrics' name for the route that a request takes; nil when it leads nowhere.
    package func label(of request: Request) -> String? {
        let routes = table.tree.place(of: PathSegments(request.uri.path).all)?.routes
        return routes?[request.method == .head ? .get : request.method]?.label
    }

    private func answer(_ arrival: Arrival) async -> Response {
        var response: Response
        do {
            if let preflight = try await crossOrigin.preflight(arrival) { return preflight }
            response = await routed(arrival)
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
