internal import Dialects
internal import HTTPBase
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Primitives
internal import Services
internal import Directory

/// The routes by which the platform asks the server: is it alive, can it work, how is it doing.
struct OperationsRoutes {
    let domain: Services
    let metrics: MetricsAccess
    let registry: MetricRegistry
    let process: ProcessMetrics
    let draining: Draining
    let clock: NodeClock

    var routes: [Route] {
        RouteFamily([""], sharing: .never, proofs: [], refusals: .none).routes(
            [
                .get("live") { _, _ in Self.text("alive\n") },
                .get("ready") { _, _ in await ready() },
            ] + (metrics == .off ? [] : [.get("metrics", use: read)]))
    }

    private func read(_ request: Request, _ context: GatehouseContext) throws -> Response {
        guard metrics == .on || Self.isLocal(request, context) else { throw HTTPError(.forbidden) }
        return Self.text(registry.text + process.text, type: PrometheusText.contentType)
    }

    /// Ready when the database answers and the clock isn't the one that is wrong, until the server is told to stop.
    private func ready() async -> Response {
        guard !draining.isUnderWay else { return Self.text("the server stops\n", status: .serviceUnavailable) }
        guard !clock.isWrong else { return Self.text("the clock is wrong\n", status: .serviceUnavailable) }
        do {
            _ = try await domain.directory.realms.all(limit: 1)
            return Self.text("ready\n")
        } catch {
            return Self.text("the database does not answer\n", status: .serviceUnavailable)
        }
    }

    /// Whether the caller is on this machine, and is not a proxy there that forwards another client's request.
    private static func isLocal(_ request: Request, _ context: GatehouseContext) -> Bool {
        let isForwarded = ["Forwarded", "X-Forwarded-For"].compactMap { HTTPField.Name($0) }.contains { request.headers.contains($0) }
        return !isForwarded && context.peerAddress.map(Loopback.contains) == true
    }

    private static func text(
        _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
