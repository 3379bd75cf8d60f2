package import Foundation
import Primitives

/// One run of the system's authentication session, whose callback may come at any time, or never when it didn't start.
package enum SessionRun {
    package typealias Finish = @Sendable (_ location: URL?, _ error: (any Error)?) -> Void

    /// Starts a session, and waits for where it ended.
    /// - Parameter start: starts it with what it has to call at its end, and says whether it did.
    /// - Throws: ``OIDCError/Code/browser`` when it didn't start, ``OIDCError/Code/cancelled`` when the user closed it.
    package static func location(
        isolation: isolated (any Actor)? = #isolation, _ start: (@escaping Finish) -> Bool
    ) async throws(OIDCError) -> URL {
        let (results, continuation) = AsyncStream.makeStream(of: Result<URL, OIDCError>.self)
        let hasStarted = start { location, error in
            let closed = OIDCError(.cancelled, "the sign-in page was closed", underlying: error)
            continuation.yield(location.map(Result.success) ?? .failure(closed))
            continuation.finish()
        }
        guard hasStarted else { throw OIDCError(.browser, "the system did not show the sign-in page") }
        for await result in results { return try result.get() }
        throw OIDCError(.cancelled, "the sign-in was cancelled")
    }
}
