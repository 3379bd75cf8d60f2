import Hummingbird
import Logging

/// Answers a request that ended in an error.
struct ErrorReporter: Sendable {
    /// The answer to an error. One that nobody foresaw is logged with the request's id and kept from the client.
    func response(to error: any Error, context: GatehouseContext) -> Response {
        if let known = ErrorTranslation.wireError(for: error) {
            if known.status.code >= 500 { log(error, at: .warning, context) }
            return known.response
        }
        log(error, at: .error, context)
        return WireError.internal.response
    }

    private func log(_ error: any Error, at level: Logger.Level, _ context: GatehouseContext) {
        context.logger.log(
            level: level, "a request failed", metadata: ["route": "\(context.endpointPath ?? "-")", "error": "\(error)"])
    }
}
