import Directory
import Messaging
import Primitives

extension JourneyError {
    /// Runs `body`, and turns whatever it throws into a ``JourneyError``. Cancellation stays what it is.
    package static func mapping<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as JourneyError { throw error } catch let error as CancellationError {
            throw error
        } catch let error as PasswordError where error == PasswordError(.overloaded) {
            throw JourneyError(.overloaded, underlying: error)
        } catch let error as PasswordError where error.code == .throttled {
            throw JourneyError(.throttled, underlying: error)
        } catch let error as MessageError where error.code == .overloaded {
            throw JourneyError(.overloaded, underlying: error)
        } catch { throw JourneyError(.internal, underlying: error) }
    }
}
