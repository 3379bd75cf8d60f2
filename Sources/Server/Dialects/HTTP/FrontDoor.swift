import Dispatch
package import Hummingbird

/// Every request's way in and its answer's way out: bounds, the route, cross-origin rules, errors, protective headers, metrics.
package struct FrontDoor: HTTPResponder {
    package let table: RouteTable

    private let crossOrigin: CrossOrigin
    private let protective: ProtectiveHeaders
    private let metrics = RequestMetrics()

    package init(_ table: RouteTable, realms: RealmResolver, configuration: DialectConfiguration) {
        self.table = table
        crossOrigin = CrossOrigin(realms: realms, cookie: configuration.sessionCookie)
        protective = ProtectiveHeaders(at: configuration.publicAddress)
    }

    package func respond(to request: Request, context: GatehouseContext) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds
        let arrival = Arrival(request, context, table)
        var response = await answer(arrival)
        protective.add(to: &response.headers)
        metrics.record(
            route: arrival.label, method: request.method, status: response.status.code,
            nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds - start))
        return response
    }

    /// What metrics call the route that a request takes.
    package func label(of request: Request) -> String {
        let routes = table.tree.place(of: PathSegments(request.uri.path).all)?.routes
        return routes?[request.method == .head ? .get : request.method]?.label ?? Arrival.nowhere
    }

    private func answer(_ arrival: Arrival) async -> Response {
        if let preflight = await crossOrigin.preflight(arrival) { return preflight }
        var response = await routed(arrival)
        await crossOrigin.share(&response, with: arrival)
        return arrival.request.method == .head ? response.createHeadResponse() : response
    }

    private func routed(_ arrival: Arrival) async -> Response {
        do {
            return try await arrival.way.get().answer(arrival.request, arrival.context)
        } catch {
            return arrival.errors.response(to: error, of: arrival.request, arrival.context)
        }
    }
}
