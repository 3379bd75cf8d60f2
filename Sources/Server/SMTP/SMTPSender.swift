internal import Primitives
internal import Store
package import Messaging

/// Sends mail by SMTP (RFC 5321), with TLS and login, through libcurl.
///
/// libcurl waits for the network on the thread that calls it, so each exchange has one of a few threads of our own: as many as the outbox
/// makes attempts at once.
package final class SMTPSender: MailSender {
    private static let (threadCount, waiting) = (16, 128)

    private struct Job: Sendable {
        let run: @Sendable () -> Void
    }

    private let jobs: JobQueue<Job>
    private let threads: [WorkerThread]

    package init() {
        let jobs = JobQueue<Job>(capacity: Self.waiting)
        self.jobs = jobs
        threads = (0..<Self.threadCount).map { _ in
            WorkerThread(name: "mail") {
                while jobs.waitForJobs() != nil { jobs.next()?.run() }
            }
        }
    }

    deinit { jobs.close() }

    package func send(_ message: MailMessage, by server: MailServer?) async throws {
        let server = try Self.configured(server)
        try await onThread { try SMTPExchange(server, from: message.from.address).send(message) }
    }

    package func check(_ server: MailServer?) throws(MessageError) { _ = try Self.configured(server) }

    /// Finishes what waits and ends the threads.
    package func close() async {
        jobs.close()
        for thread in threads { await thread.join() }
    }

    private func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await jobs.answer(refusal: Self.refusal) { (caller: Caller<Void>) in
            Job {
                guard !caller.isCancelled else { return caller.answer(.failure(CancellationError())) }
                caller.answer(Result { try work() })
            }
        }
    }

    private static func configured(_ server: MailServer?) throws(MessageError) -> MailServer {
        guard let server else {
            throw MessageError(.notConfigured, "the realm has no mail server; set one with: gatehouse mail set")
        }
        return server
    }

    private static func refusal(_ submission: JobSubmission) -> any Error {
        submission == .full
            ? MessageError(.overloaded, "too many messages wait to be sent") : MessageError(.unavailable, "the server is shutting down")
    }
}
