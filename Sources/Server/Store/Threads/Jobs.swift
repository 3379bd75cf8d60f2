/// A body that waits to read.
struct ReadJob: Sendable {
    /// Whether the caller no longer waits for it.
    let isCancelled: @Sendable () -> Bool
    /// Runs the body and answers the caller.
    let run: @Sendable (any ReadTransaction) -> Void
    /// Answers the caller with an error instead.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Value, for caller: Caller<Value>
    ) {
        isCancelled = { caller.isCancelled }
        run = { transaction in caller.answer(Result { try body(transaction) }) }
        fail = { error in caller.answer(.failure(error)) }
    }
}

/// A body that waits to write. Its caller is answered when the commit that it shares with others is on disk.
struct WriteJob: Sendable {
    /// Answers the caller, with the error of the commit if it failed.
    typealias Answer = @Sendable ((any Error)?) -> Void

    /// Whether the caller no longer waits for it.
    let isCancelled: @Sendable () -> Bool
    /// Runs the body; what it gives is to be called after the commit.
    let run: @Sendable (any WriteTransaction) throws -> Answer
    /// Answers the caller with an error instead.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value, for caller: Caller<Value>
    ) {
        isCancelled = { caller.isCancelled }
        // The writer's thread knows nothing of the task that waits.
        run = { [address = Requester.address, identity = Requester.identity] transaction in
            let value = try Requester.$address.withValue(address) {
                try Requester.$identity.withValue(identity) { try body(transaction) }
            }
            return { error in caller.answer(error.map(Result.failure) ?? .success(value)) }
        }
        fail = { error in caller.answer(.failure(error)) }
    }

    /// An answer with an error of the body's own, unless the commit failed too.
    func answer(_ error: any Error) -> Answer {
        { [fail] commitError in fail(commitError ?? error) }
    }
}
