import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives

/// Tells errors of this API.
struct OrchestrationErrors: ErrorForm {
    let time: any TimeSource
    let random: any RandomSource
    private let reporter = ErrorReporter()

    init(time: any TimeSource, random: any RandomSource) {
        self.time = time
        self.random = random
    }

    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        let id = random.uuid()
        let failure = told(error, context)
        var headers = OrchestrationReader.headers(id: id)
        headers.append(contentsOf: failure.headers)
        if failure.status == .tooManyRequests { headers[.retryAfter] = "60" }
        return .json(failure.json(id: id.text, time: time.now.formatted(.iso8601)), status: failure.status, headers: headers)
    }

    func wrongMethod(allowed methods: String) -> any Error {
        var failure = OrchestrationFailure(.methodNotAllowed, OrchestrationFailure.nothingThere.number, "the path takes \(methods)")
        failure.headers[.allow] = methods
        return failure
    }

    private func told(_ error: any Error, _ context: GatehouseContext) -> OrchestrationFailure {
        if let failure = OrchestrationFailure(error) { return failure }
        let wire = reporter.wireError(for: error, context: context)
        return OrchestrationFailure(wire.status, OrchestrationFailure.internal, wire.message)
    }
}
