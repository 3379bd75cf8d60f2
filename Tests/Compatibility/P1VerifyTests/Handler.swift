import P1Verify

/// A handler that a test waits for.
final class Handler: NotificationHandler {
    enum Event: Sendable {
        case result(VerificationResult)
        case error(IdvError)
    }

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream(of: Event.self) }

    func handleResult(_ verificationResult: VerificationResult) { continuation.yield(.result(verificationResult)) }
    func handleError(_ error: IdvError) { continuation.yield(.error(error)) }

    /// The next event; waits for it.
    func next() async -> Event? {
        for await event in events { return event }
        return nil
    }

    func result() async -> VerificationResult? { if case .result(let result) = await next() { result } else { nil } }
    func error() async -> IdvError? { if case .error(let error) = await next() { error } else { nil } }
}

/// The value that a documented call gives to its completion.
func completed<Value: Sendable>(_ call: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
}
