package import Hummingbird

/// Formats one dialect's error responses.
package protocol ErrorForm: Sendable {
    /// Returns the answer to an error. An error that was not foreseen is logged, and kept from the client.
    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response

    /// The error for a path that is known with a method that isn't.
    /// - Parameter methods: those that the path takes, as a list.
    func wrongMethod(allowed methods: String) -> any Error
}

extension ErrorForm {
    /// Most APIs don't tell such a path from one that isn't there.
    package func wrongMethod(allowed methods: String) -> any Error { WireError.nothingThere }
}

/// Errors as the JSON endpoints tell them (`docs/protocols/step-protocol.md` 2.5).
package struct JSONErrors: ErrorForm {
    private let reporter = ErrorReporter()

    package init() {}

    package func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        reporter.wireError(for: error, context: context).response
    }
}
