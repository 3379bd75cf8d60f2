internal import CPQ
internal import Primitives

/// The notices that a connection has got: those that make the outcome of a commit doubtful are kept, the others dropped.
///
/// libpq calls it on the thread that uses the connection, while that reads.
final class NoticeLog {
    /// Whether the server has said that it no longer waits for its standby, or goes away.
    private(set) var isDoubtful = false

    /// Listens to a connection, which mustn't outlive it.
    func listen(to connection: OpaquePointer) {
        PQsetNoticeReceiver(
            connection,
            { log, result in
                guard let log, let state = PQresultErrorField(result, PostgresFailure.stateField) else { return }
                Unmanaged<NoticeLog>.fromOpaque(log).takeUnretainedValue().note(String(cString: state))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Forgets what was told, before a commit is sent.
    func clear() { isDoubtful = false }

    private func note(_ state: String) { if state == "01000" || state == "57P01" { isDoubtful = true } }
}
