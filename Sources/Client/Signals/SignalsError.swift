import DeviceFoundation
public import Primitives
public import RiskSignals

/// The failure of a call of ``Signals``.
public struct SignalsError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Int, Sendable, CaseIterable {
        /// The address of the environment makes no sense.
        case configuration = 1
        /// The SDK isn't started, or is paused.
        case notStarted = 2
        /// The server can't be reached.
        case connectivity = 3
        /// The server is at fault, or its answer makes no sense.
        case server = 4
        /// The server refused what was sent.
        case refused = 5
        /// A key can't be made or used.
        case key = 6
        /// The state of a pause can't be read or written.
        case storage = 7
    }

    /// The kind of failure.
    public let code: Code
    /// The explanation, in one sentence without secrets and without signals.
    public let reason: String
    /// The server's refusal, when it was one.
    public let refusal: RiskError?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, refusal: RiskError? = nil) {
        self.code = code
        self.reason = reason
        self.refusal = refusal
    }

    public var description: String { reason }
    /// Whether the same call may succeed later without anything else being done.
    public var isTemporary: Bool { code == .connectivity || code == .server }
}

extension SignalsError {
    init(_ error: TransportError) { self.init(.connectivity, "the server can't be reached: \(error.reason)") }
    init(_ error: KeyError) { self.init(.key, error.reason) }
    init(_ error: StoreError) { self.init(.storage, error.reason) }
    init(_ error: RiskError) {
        self.init([.server, .rateLimited].contains(error.code) ? .server : .refused, error.message, refusal: error)
    }
}

/// Says an error of the store as one of this module.
func translating<Result>(
    isolation: isolated (any Actor)? = #isolation, storage body: @autoclosure () async throws(StoreError) -> Result
) async throws(SignalsError) -> Result {
    do { return try await body() } catch { throw SignalsError(error) }
}

/// Says an error of the key store as one of this module.
func translating<Result>(
    isolation: isolated (any Actor)? = #isolation, key body: @autoclosure () async throws(KeyError) -> Result
) async throws(SignalsError) -> Result {
    do { return try await body() } catch { throw SignalsError(error) }
}

/// Says an error of messages as one of this module.
func translating<Result>(message body: @autoclosure () throws(RiskError) -> Result) throws(SignalsError) -> Result {
    do { return try body() } catch { throw SignalsError(error) }
}
