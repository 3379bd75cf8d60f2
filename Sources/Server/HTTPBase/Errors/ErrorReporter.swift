import Hummingbird
import Logging

/// Says what an error is to the client, and to the log when it is ours.
package struct ErrorReporter: Sendable {
    package init() {}

    /// Returns the answer to an error. An error that was not foreseen is logged with the request's id and kept from the client.
    package func wireError(for error: any Error, context: GatehouseContext) -> WireError {
        guard let known = ErrorTranslation.wireError(for: error) else {
            log(error, at: .error, context)
            return .internal
        }
        if known.status.code >= 500 { log(error, at: .warning, context) }
        return known
    }

    private func log(_ error: any Error, at level: Logger.Level, _ context: GatehouseContext) {
        context.logger.log(
            level: level, "a request failed", metadata: ["route": "\(context.endpointPath ?? "-")", "error": "\(error)"])
    }
}
