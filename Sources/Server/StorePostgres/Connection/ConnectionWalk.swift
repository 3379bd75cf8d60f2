internal import Primitives

/// The way to the first of several servers that takes writes.
///
/// libpq's own walk waits for ever for a server that accepts a connection and says nothing. Here each server has a head start before the next one
/// is asked as well, and the first that is found good wins.
struct ConnectionWalk {
    /// The time after which the next server is asked, while the ones before haven't answered.
    static let headStart = Duration.milliseconds(500)

    /// Begins an attempt.
    let begin: (PostgresServer) throws(PostgresFailure) -> ConnectionAttempt
    /// Makes a session of a connection; throws when its server isn't the one.
    let accept: (PostgresConnection) throws(PostgresFailure) -> Void

    private struct Way {
        var waiting: ArraySlice<PostgresServer>
        var active: [ConnectionAttempt] = []
        var failure: PostgresFailure?
        var nextStart = WaitLimit.after(.zero)

        /// Keeps the failure that says most: one that no new attempt changes.
        mutating func note(_ new: PostgresFailure) {
            if failure?.isPermanent != true { failure = new }
        }
    }

    /// Connects to the first of `servers`, in their order, that is reached and accepted.
    ///
    /// - Throws: ``PostgresFailure`` when none is before the deadline.
    func connect(to servers: [PostgresServer], until deadline: WaitLimit) throws(PostgresFailure) -> PostgresConnection {
        var way = Way(waiting: servers[...])
        while !deadline.isPast {
            start(&way)
            if let connection = taken(&way) { return connection }
            if way.active.isEmpty, way.waiting.isEmpty { break }
            if !way.active.isEmpty { wait(way, until: deadline) }
        }
        throw way.failure
            ?? PostgresFailure(state: nil, isFatal: true, reason: "no answer from \(servers.map(\.name).joined(separator: ", ")) in time")
    }

    private func start(_ way: inout Way) {
        guard let server = way.waiting.first, way.active.isEmpty || way.nextStart.isPast else { return }
        way.waiting.removeFirst()
        way.nextStart = .after(Self.headStart)
        do throws(PostgresFailure) { way.active.append(try begin(server)) } catch { way.note(error) }
    }

    /// The first connection that is established and accepted; attempts that have failed are dropped.
    private func taken(_ way: inout Way) -> PostgresConnection? {
        for attempt in way.active {
            switch attempt.state {
            case .waiting: continue
            case .failed(let failure): way.note(failure)
            case .connected:
                do throws(PostgresFailure) {
                    let connection = try attempt.take()
                    try accept(connection)
                    return connection
                } catch { way.note(error) }
            }
            way.active.removeAll { $0 === attempt }
        }
        return nil
    }

    private func wait(_ way: Way, until deadline: WaitLimit) {
        let sockets = way.active.map { attempt -> (socket: Int32, events: Int16) in
            if case .waiting(let events) = attempt.state { (attempt.socket, events) } else { (attempt.socket, 0) }
        }
        let end = way.waiting.isEmpty ? deadline : deadline.butAtMost(way.nextStart.remaining)
        for (attempt, hasEvent) in zip(way.active, SocketEvents.wait(for: sockets, until: end)) where hasEvent { attempt.advance() }
    }
}
