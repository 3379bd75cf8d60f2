import Directory
import Foundations
import Messaging
import Primitives
import Store

extension JourneyRunError {
    /// Runs `body`, and turns whatever it throws into a ``JourneyRunError``. Cancellation stays what it is.
    package static func mapping<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as JourneyRunError { throw error } catch let error as CancellationError {
            throw error
        } catch { throw JourneyRunError(code(of: error), underlying: error) }
    }

    /// The code for what something beneath has thrown. Only what neither a client nor the load has caused is a fault.
    private static func code(of error: any Error) -> Code {
        switch error {
        case let error as DatabaseError where error.isPassing: .overloaded
        // Only a client's own text has a NUL character: what this server makes has none, and no user is named so.
        case let error as DatabaseError where error.code == .invalidText: .failed
        case let error as MessageError where error.code == .overloaded: .overloaded
        case let error as any PublicError where error.kind == .busy: .overloaded
        case let error as any PublicError where error.kind == .limited: .throttled
        default: .internal
        }
    }
}
