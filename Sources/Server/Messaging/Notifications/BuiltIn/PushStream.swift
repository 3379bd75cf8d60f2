package import DeviceMessages
import Foundation
import Primitives

/// The stream that an installation is sent while it is connected: its letters in order, from the first that it doesn't have, and now and
/// then a sign of life. It ends when the installation's mailbox is gone, when a later stream takes its place, and after an hour.
///
/// A letter that was sent stays in the mailbox until a later stream begins behind it: so none is lost with a connection.
package struct PushStream: AsyncSequence, Sendable {
    /// An element of a stream: a letter, or a sign of life while none comes.
    package enum Event: Sendable, Equatable {
        case letter(PushEvent)
        case keepAlive
    }

    fileprivate final class Place: Sendable {
        let bell: PushBell
        let key: PushStreams.Key
        let streams: PushStreams

        init(_ bell: PushBell, _ key: PushStreams.Key, _ streams: PushStreams) {
            self.bell = bell
            self.key = key
            self.streams = streams
        }

        deinit { streams.remove(bell, key) }
    }

    private let place: Place
    private let mailboxes: PushMailboxes
    private let time: any TimeSource
    private let after: Int64
    private let documents: Bool

    init(
        _ bell: PushBell, _ key: PushStreams.Key, _ streams: PushStreams, mailboxes: PushMailboxes, time: any TimeSource, after: Int64,
        documents: Bool
    ) {
        place = Place(bell, key, streams)
        self.mailboxes = mailboxes
        self.time = time
        self.after = after
        self.documents = documents
    }

    package func makeAsyncIterator() -> Iterator { Iterator(self) }

    package struct Iterator: AsyncIteratorProtocol {
        private let stream: PushStream
        private var last: Int64
        private var fetched: [PushEvent] = []

        fileprivate init(_ stream: PushStream) {
            self.stream = stream
            last = stream.after
        }

        /// - Returns: nil at the end; for a reader that was cancelled it has ended.
        package mutating func next() async throws -> Event? {
            do { return try await following() } catch is CancellationError { return nil }
        }

        private mutating func following() async throws -> Event? {
            while true {
                if !fetched.isEmpty {
                    let letter = fetched.removeFirst()
                    last = letter.sequence
                    return .letter(letter)
                }
                switch await stream.place.bell.next() {
                case .closed: return nil
                case .news:
                    try await fetch()
                    if try await isOver() { return nil }
                case .tick:
                    // Another process may have put something there, which rings no bell here.
                    try await fetch()
                    if try await isOver() { return nil }
                    if fetched.isEmpty { return .keepAlive }
                }
            }
        }

        /// Whether the installation is gone, as when it is no longer paired.
        private func isOver() async throws -> Bool {
            guard fetched.isEmpty else { return false }
            let key = stream.place.key
            return try await !stream.mailboxes.isThere(for: key.installation, realm: key.realm)
        }

        private mutating func fetch() async throws {
            let key = stream.place.key
            fetched = try await stream.mailboxes.waiting(
                for: key.installation, realm: key.realm, after: last, documents: stream.documents, at: stream.time.now)
            // A full batch: there may be more behind it.
            if fetched.count == PushMailboxes.batch { stream.place.bell.ring() }
        }
    }
}
