/// Hands messages of one channel to the realm's mail server or gateway.
package protocol OutboxCarrier: Sendable {
    /// Hands a message over once, and returns when it was taken.
    ///
    /// - Throws: ``MessageError``; of its codes `.unavailable` and `.overloaded` are worth another attempt.
    func carry(_ message: OutboxMessage) async throws
}

/// The time at which messages leave, seen from the request that orders them.
package enum OutboxTurn: Sendable {
    /// Delivery by the order's own task, before it returns: for programs that have no worker, as commands.
    case atOnce
    /// Beside the answer, by a worker (``Outbox/run()``).
    case byWorker
}
