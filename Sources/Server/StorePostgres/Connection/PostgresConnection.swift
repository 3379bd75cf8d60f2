internal import CPQ
internal import Primitives
internal import Store

/// A connection to a server, used by one thread. It is in pipeline mode: what is sent together takes one journey to the server and back.
final class PostgresConnection {
    /// The server at its other end.
    let server: PostgresServer
    /// The statements that the server keeps for it.
    var statements = StatementCache()
    /// The notices that it has got.
    let notices: NoticeLog
    /// Whether it is of no more use.
    private(set) var isBroken = false

    private let pointer: OpaquePointer
    /// Whether bytes wait for the socket.
    private var isUnsent = false

    /// Takes over a connection of libpq that is established.
    init(_ pointer: OpaquePointer, to server: PostgresServer, notices: NoticeLog) throws(PostgresFailure) {
        self.pointer = pointer
        self.server = server
        self.notices = notices
        guard PQsetnonblocking(pointer, 1) == 0, PQenterPipelineMode(pointer) == 1 else { throw .lost(server) }
    }

    deinit { PQfinish(pointer) }

    /// The number of the server's process, by which notifications tell their sender.
    var process: Int32 { PQbackendPID(pointer) }

    /// The server's version, as PostgreSQL counts it: 150018 for 15.18.
    var version: Int32 { PQserverVersion(pointer) }

    /// The socket, to wait on.
    var socket: Int32 { PQsocket(pointer) }

    /// Whether a transaction is open, even a failed one.
    var isInTransaction: Bool {
        let status = PQtransactionStatus(pointer)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// Whether it can be used: a connection that was idle and has something to read was closed, as a rule.
    func isAlive() -> Bool {
        guard !isBroken, PQstatus(pointer) == CONNECTION_OK else { return false }
        // The first reading takes in a last message, the second meets the end.
        for _ in 0..<2 where SocketEvents.isReadable(socket) {
            guard PQconsumeInput(pointer) == 1, PQstatus(pointer) == CONNECTION_OK else { return false }
        }
        return true
    }

    /// Sends messages together and reads what they give.
    ///
    /// - Returns: one result for each request.
    /// - Throws: the first failure; what comes after it in `requests` has no effect. After a fatal one, or when the deadline comes, the
    ///   connection is broken.
    func exchange(_ requests: [Request], until deadline: WaitLimit) throws(PostgresFailure) -> [StatementResult] {
        guard !isBroken else { throw .lost(server) }
        for request in requests {
            guard send(request) == 1 else { throw broken(.lost(server)) }
        }
        guard PQpipelineSync(pointer) == 1 else { throw broken(.lost(server)) }
        isUnsent = true
        do throws(PostgresFailure) { return try results(of: requests, until: deadline) } catch {
            if error.isFatal || PQstatus(pointer) == CONNECTION_BAD { isBroken = true }
            throw error
        }
    }

    /// The notifications that have come, with the numbers of the processes that sent them.
    ///
    /// - Throws: ``PostgresFailure`` when the connection is gone.
    func notifications() throws(PostgresFailure) -> [(sender: Int32, payload: String)] {
        guard PQconsumeInput(pointer) == 1 else { throw broken(.lost(server)) }
        var found: [(sender: Int32, payload: String)] = []
        while let notification = PQnotifies(pointer) {
            defer { PQfreemem(notification) }
            found.append((notification.pointee.be_pid, String(cString: notification.pointee.extra)))
        }
        return found
    }

    private func broken(_ failure: PostgresFailure) -> PostgresFailure {
        isBroken = true
        return failure
    }

    private func send(_ request: Request) -> Int32 {
        switch request {
        case .prepare(let statement): PQsendPrepare(pointer, statement.name, statement.text, 0, nil)
        case .text(let text): PQsendQueryParams(pointer, text, 0, nil, nil, nil, nil, 1)
        case .run(let statement, let parameters):
            parameters.withPointers { count, values, lengths, formats in
                statement.name.isEmpty
                    ? PQsendQueryParams(pointer, statement.text, count, nil, values, lengths, formats, 1)
                    : PQsendQueryPrepared(pointer, statement.name, count, values, lengths, formats, 1)
            }
        }
    }
}

// MARK: - Results

extension PostgresConnection {
    private func results(of requests: [Request], until deadline: WaitLimit) throws(PostgresFailure) -> [StatementResult] {
        var found: [StatementResult] = []
        var first: PostgresFailure?
        for request in requests {
            let (result, failure) = try result(of: request, until: deadline)
            first = first ?? failure
            if let result { found.append(result) }
            // A connection tells no more after a fatal failure than that it's gone.
            if let first, first.isFatal { throw first }
        }
        // The mark of the end has no end of its own.
        if let mark = try next(until: deadline) {
            let isMark = PQresultStatus(mark) == PGRES_PIPELINE_SYNC
            PQclear(mark)
            if !isMark, first == nil { throw broken(.lost(server)) }
        }
        if let first { throw first }
        guard found.count == requests.count else { throw broken(.lost(server)) }
        return found
    }

    /// Reads all results of one request, of which an error's may be several.
    private func result(
        of request: Request, until deadline: WaitLimit
    ) throws(PostgresFailure) -> (StatementResult?, PostgresFailure?) {
        var found: StatementResult?
        var failure: PostgresFailure?
        while let result = try next(until: deadline) {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                do throws(DatabaseError) { found = try taken(result, of: request) } catch {
                    failure = failure ?? PostgresFailure(state: "42804", isFatal: false, reason: error.reason)
                }
            case PGRES_PIPELINE_ABORTED: break
            case PGRES_PIPELINE_SYNC: throw broken(failure ?? .lost(server))
            default: failure = failure ?? PostgresFailure(result, on: server)
            }
            if PQstatus(pointer) == CONNECTION_BAD, let failure { throw failure }
        }
        return (found, failure)
    }

    private func taken(_ result: OpaquePointer, of request: Request) throws(DatabaseError) -> StatementResult {
        switch request {
        case .prepare(let statement):
            statement.isPrepared = true
            return try StatementResult(result, of: nil)
        case .run(let statement, _): return try StatementResult(result, of: statement)
        case .text: return try StatementResult(result, of: nil)
        }
    }

    /// The next result; nil at the end of a request's.
    private func next(until deadline: WaitLimit) throws(PostgresFailure) -> OpaquePointer? {
        if isUnsent { isUnsent = PQflush(pointer) == 1 }
        while PQisBusy(pointer) == 1 {
            let events = isUnsent ? SocketEvents.readable | SocketEvents.writable : SocketEvents.readable
            guard !deadline.isPast else { throw broken(.late(server)) }
            _ = SocketEvents.wait(for: [(socket, events)], until: deadline)
            // A socket that fails makes the next result one that says so.
            guard PQconsumeInput(pointer) == 1 else { break }
            if isUnsent { isUnsent = PQflush(pointer) == 1 }
        }
        return PQgetResult(pointer)
    }
}
