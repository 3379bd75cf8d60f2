import Dispatch
package import Hummingbird

/// What happens to every request and answer, in one middleware: cross-origin rules, errors, protective headers, metrics.
package struct FrontDoor: RouterMiddleware {
    private let crossOrigin: CrossOrigin
    private let errors = ErrorReporter()
    private let protective: ProtectiveHeaders
    private let metrics = RequestMetrics()

    package init(realms: RealmResolver, configuration: DialectConfiguration) {
        crossOrigin = CrossOrigin(realms: realms, cookie: configuration.sessionCookie)
        protective = ProtectiveHeaders(at: configuration.publicAddress)
    }

    package func handle(
        _ request: Request, context: GatehouseContext, next: @concurrent (Request, GatehouseContext) async throws -> Response
    ) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds
        var response = await answer(request, context, next)
        protective.add(to: &response.headers)
        metrics.record(
            route: context.endpointPath ?? "-", method: request.method, status: response.status.code,
            nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds - start))
        return response
    }

    private func answer(
        _ request: Request, _ context: GatehouseContext, _ next: @concurrent (Request, GatehouseContext) async throws -> Response
    ) async -> Response {
        if let preflight = await crossOrigin.preflight(request) { return preflight }
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = errors.wireError(for: error, context: context).response
        }
        await crossOrigin.share(&response, with: request)
        return response
    }
}
