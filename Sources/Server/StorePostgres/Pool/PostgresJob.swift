internal import Primitives
internal import Store

/// A body that waits for a connection.
enum PostgresJob: Sendable {
    case read(ReadWork)
    /// - Parameter isFenced: whether its outcome can be asked for; a body that may run twice to the same effect needs no fence.
    case write(WriteJob, isFenced: Bool)

    /// Whether the caller no longer waits for it.
    var isCancelled: Bool {
        switch self {
        case .read(let work): work.isCancelled()
        case .write(let job, _): job.isCancelled()
        }
    }

    /// Answers the caller with an error.
    func fail(_ error: any Error) {
        switch self {
        case .read(let work): work.fail(error)
        case .write(let job, _): job.fail(error)
        }
    }
}

/// A body that reads; it may be run again as long as its caller isn't answered.
struct ReadWork: Sendable {
    /// Whether the caller no longer waits for it.
    let isCancelled: @Sendable () -> Bool
    /// Runs the body, and gives the call that answers the caller.
    let run: @Sendable (any ReadTransaction) throws -> @Sendable () -> Void
    /// Answers the caller with an error.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value, for caller: Caller<Value>) {
        isCancelled = { caller.isCancelled }
        run = { transaction in
            let value = try body(transaction)
            return { caller.answer(.success(value)) }
        }
        fail = { error in caller.answer(.failure(error)) }
    }
}
