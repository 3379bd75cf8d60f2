internal import Crypto
internal import Metrics
internal import Primitives
internal import Store

/// The thread that sends wake-ups to other processes and listens to theirs, on a connection of its own. It also deletes fence rows that have
/// expired.
///
/// A server that knows no notifications leaves the receivers to look by themselves.
struct Notifier {
    /// The pause between two notifications, in which wake-ups gather.
    private static let pause = Duration.milliseconds(10)
    /// The time after which fence rows are looked at again.
    private static let sweeping = Duration.seconds(60)

    private let pool: PostgresPool
    private let wakeups: PostgresWakeups
    private let channel: String
    private let lag = Metrics.Timer(label: "wakeup_lag_seconds")

    /// - Parameter schema: the schema of the tables, since two installations in one database have different receivers.
    init(_ pool: PostgresPool, _ wakeups: PostgresWakeups, schema: String) {
        self.pool = pool
        self.wakeups = wakeups
        channel = "gatehouse_\(Hexadecimal.encode(Array(SHA256.hash(data: Array(schema.utf8)).prefix(8))))"
    }

    /// Works until the database is closed.
    func run() {
        while !wakeups.isClosed {
            // A connection that is lost is made anew; what was told meanwhile, receivers find by themselves.
            guard let connection = try? pool.connectOnce(until: .after(pool.configuration.timeouts.connecting)) else {
                wait([], until: .after(.seconds(1)))
                continue
            }
            try? serve(connection)
        }
    }

    private func serve(_ connection: PostgresConnection) throws(PostgresFailure) {
        let listens = isListening(connection)
        var nextSweep = WaitLimit.after(Self.sweeping)
        // The times at which this process's own notifications were asked for, in the order in which they come back.
        var sent: [ContinuousClock.Instant] = []
        while true {
            let (waiting, since) = listens ? wakeups.take() : ([], .now)
            sent += Array(repeating: since, count: try send(waiting, on: connection))
            if wakeups.isClosed { return }
            wait([(connection.socket, SocketEvents.readable)], until: nextSweep)
            guard connection.isAlive() else { return }
            for notification in try connection.notifications() {
                if notification.sender != connection.process {
                    wakeups.receive(notification.payload)
                } else if !sent.isEmpty {
                    // A notification comes back as late as others hear it, and so no second clock is needed.
                    lag.recordNanoseconds(sent.removeFirst().duration(to: .now).wholeNanoseconds)
                }
            }
            if nextSweep.isPast {
                let swept = (try Fence.sweep(connection, until: answer), try NameHold.sweep(connection, until: answer))
                let isMore = max(swept.0, swept.1) == Fence.batch
                nextSweep = .after(isMore ? .milliseconds(100) : Self.sweeping)
            }
        }
    }

    private var answer: WaitLimit { .after(pool.configuration.timeouts.answering) }

    private func isListening(_ connection: PostgresConnection) -> Bool {
        (try? connection.exchange([.text("LISTEN \(channel)")], until: answer)) != nil
    }

    /// Sends notifications, and returns how many.
    private func send(_ wakeups: [Wakeup], on connection: PostgresConnection) throws(PostgresFailure) -> Int {
        let texts = WakeupPayload.texts(of: wakeups)
        guard !texts.isEmpty else { return 0 }
        let statement = connection.statements.statement("SELECT pg_notify(?1, ?2)")
        var requests: [Request] = statement.isPrepared ? [] : [.prepare(statement)]
        for text in texts {
            guard let parameters = try? ParameterBuffer([.text(channel), .text(text)]) else { continue }
            requests.append(.run(statement, parameters))
        }
        _ = try connection.exchange(requests, until: answer)
        PostgresPool.sleep(Self.pause)
        return requests.count { if case .run = $0 { true } else { false } }
    }

    /// Waits for sockets and for the bell, which also rings when the database is closed.
    private func wait(_ sockets: [(socket: Int32, events: Int16)], until deadline: WaitLimit) {
        // Without a bell the outbox is looked at often.
        guard let bell = wakeups.bell else {
            _ = SocketEvents.wait(for: sockets, until: deadline.butAtMost(.milliseconds(20)))
            return
        }
        if SocketEvents.wait(for: sockets + [(bell.socket, SocketEvents.readable)], until: deadline).last == true { bell.silence() }
    }
}
