import Directory
import Messaging
import Primitives

extension JourneyRunError {
    /// Runs `body`, and turns whatever it throws into a ``JourneyRunError``. Cancellation stays what it is.
    package static func mapping<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as JourneyRunError { throw error } catch let error as CancellationError {
            throw error
        } catch let error as PasswordError where error == PasswordError(.overloaded) {
            throw JourneyRunError(.overloaded, underlying: error)
        } catch let error as PasswordError where error.code == .throttled {
            throw JourneyRunError(.throttled, underlying: error)
        } catch let error as MessageError where error.code == .overloaded {
            throw JourneyRunError(.overloaded, underlying: error)
        } catch { throw JourneyRunError(.internal, underlying: error) }
    }
}
