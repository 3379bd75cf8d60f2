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
package struct WriteJob: Sendable {
    /// The two calls by which the caller of a body that has run is told.
    package struct Completion: Sendable {
        /// The call for when the body's effect stands beside those of the others that share the commit.
        var whenRun: @Sendable () -> Void = {}
        /// The call for after the commit, with its error if it failed.
        package let whenCommitted: @Sendable ((any Error)?) -> Void
    }

    /// Whether the caller no longer waits for it.
    package let isCancelled: @Sendable () -> Bool
    /// Runs the body.
    package let run: @Sendable (any WriteTransaction) throws -> Completion
    /// Answers the caller of a body that has not run with an error instead.
    package let fail: @Sendable (any Error) -> Void

    /// A job whose caller has what the body gave after the commit.
    package init<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value, for caller: Caller<Value>
    ) {
        self.init(body, caller) { value in
            Completion { error in caller.answer(error.map(Result.failure) ?? .success(value)) }
        }
    }

    /// A job whose caller has what the body gave before the commit, and waits for that by itself.
    init<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value, for caller: Caller<Value>, before commit: PendingCommit
    ) {
        self.init(body, caller) { value in
            Completion(whenRun: { caller.answer(.success(value)) }, whenCommitted: { error in commit.end(error) })
        }
    }

    private init<Value: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Value, _ caller: Caller<Value>,
        _ answer: @escaping @Sendable (Value) -> Completion
    ) {
        isCancelled = { caller.isCancelled }
        // The writer's thread knows nothing of the task that waits.
        run = { [address = Requester.address, identity = Requester.identity] transaction in
            answer(
                try Requester.$address.withValue(address) {
                    try Requester.$identity.withValue(identity) { try body(transaction) }
                })
        }
        fail = { error in caller.answer(.failure(error)) }
    }

    /// An answer with an error of the body's own, unless the commit failed too.
    func answer(_ error: any Error) -> Completion {
        Completion { [fail] commitError in fail(commitError ?? error) }
    }
}
