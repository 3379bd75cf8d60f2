#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
internal import CPQ
internal import Primitives

/// One attempt to connect to a server, beside which others may be under way.
final class ConnectionAttempt {
    /// The state of an attempt.
    enum State { case waiting(Int16), connected, failed(PostgresFailure) }

    /// The server that it is for.
    let server: PostgresServer
    private(set) var state = State.waiting(SocketEvents.writable)
    private let notices = NoticeLog()
    /// nil once the connection is another's.
    private var pointer: OpaquePointer?

    /// Begins to connect. A host's name is looked up before this returns.
    init(_ server: PostgresServer, words: [(word: String, value: String)]) {
        self.server = server
        pointer = Self.start(words)
        guard let pointer else {
            state = .failed(.lost(server))
            return
        }
        // Of a server's refusal only the code is kept.
        PQsetErrorVerbosity(pointer, PQERRORS_SQLSTATE)
        notices.listen(to: pointer)
        if PQstatus(pointer) == CONNECTION_BAD { state = .failed(failure(of: pointer)) }
    }

    deinit { if let pointer { PQfinish(pointer) } }

    /// The socket, which may be another after each step.
    var socket: Int32 { pointer.map(PQsocket) ?? -1 }

    /// Goes on after its socket had the event that was waited for.
    func advance() {
        guard let pointer, case .waiting = state else { return }
        switch PQconnectPoll(pointer) {
        case PGRES_POLLING_OK: state = .connected
        case PGRES_POLLING_READING: state = .waiting(SocketEvents.readable)
        case PGRES_POLLING_WRITING: state = .waiting(SocketEvents.writable)
        default: state = .failed(failure(of: pointer))
        }
    }

    /// The connection, once it is established.
    func take() throws(PostgresFailure) -> PostgresConnection {
        guard let pointer else { throw .lost(server) }
        // The connection frees it, also when it can't be made.
        self.pointer = nil
        return try PostgresConnection(pointer, to: server, notices: notices)
    }

    private func failure(of pointer: OpaquePointer) -> PostgresFailure {
        let text = String(own: Array(String(cString: PQerrorMessage(pointer)).utf8.prefix(300)))
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let state = line.firstMatch(of: #/(?:FATAL|ERROR|PANIC): +([0-9A-Z]{5})\b/#).map { String($0.1) }
        let refusal = state.flatMap(PostgresFailure.refusal).map { "\(server.name) refuses the connection: \($0)" }
        return PostgresFailure(state: state, isFatal: true, reason: refusal ?? (line.isEmpty ? "\(server.name) can't be reached" : line))
    }

    /// Hands words and values to libpq, which copies them.
    private static func start(_ words: [(word: String, value: String)]) -> OpaquePointer? {
        let names = words.map { strdup($0.word) }
        let values = words.map { strdup($0.value) }
        defer { for text in names + values { wipe(text) } }
        return (names.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { names in
            (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
                PQconnectStartParams(names.baseAddress, values.baseAddress, 0)
            }
        }
    }

    private static func wipe(_ text: UnsafeMutablePointer<CChar>?) {
        guard let text else { return }
        UnsafeMutableRawPointer(text).initializeMemory(as: UInt8.self, repeating: 0, count: strlen(text))
        free(text)
    }
}
