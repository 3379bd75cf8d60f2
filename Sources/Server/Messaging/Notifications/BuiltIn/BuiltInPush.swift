package import DeviceMessages
package import Foundation
package import Primitives
package import Store
import WebPush
import Foundations

/// This server's own push service, for devices without Apple's or Google's: an installation holds one connection open and is sent its
/// messages over it. Messages wait in a mailbox until they were acknowledged or have expired, so neither a restart nor a lost connection loses
/// one.
package struct BuiltInPush: Sendable {
    /// The time for which a stream stays open, in seconds; the installation that opened it then proves again who it is.
    private static let streamLifetime: TimeInterval = 3600

    /// The number of streams that may be open at a node.
    package static let mostStreams = 50_000

    package let subscriptions: PushSubscriptions
    private let mailboxes: PushMailboxes
    private let streams: PushStreams
    private let subscription: WakeupSubscription
    private let database: any Database
    private let time: any TimeSource

    /// The push service of a database, of which this process rings the open streams when a letter comes.
    package init(database: any Database, documents: any PushDocuments.Type, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.time = time
        let streams = PushStreams(limit: Self.mostStreams)
        self.streams = streams
        subscription = database.wakeups.subscribe(to: .mailbox) { key in
            if let key = PushStreams.Key(text: key) { streams.ring(key) }
        }
        mailboxes = PushMailboxes(database: database, documents: documents)
        subscriptions = PushSubscriptions(database: database, time: time, random: random)
    }

    // MARK: - The device's side

    /// Opens an installation's stream.
    ///
    /// - Parameter lastEvent: the id of the last event that the device says it has; with it everything up to there is acknowledged.
    ///   nil, or a text that was never an id of this mailbox, for nothing: then all that waits is sent.
    /// - Parameter documents: whether its pushes bring the documents of their challenges.
    /// - Throws: ``PushError`` `.unavailable` when this node has as many streams as it can have, or stops.
    package func subscribe(
        _ installation: String, realm: UUID, after lastEvent: String? = nil, documents: Bool = false
    ) async throws -> PushStream {
        var last = lastEvent.flatMap { Int64(decimal: $0) } ?? 0
        // An installation that was removed and came back may still have an id of its former mailbox.
        if last > 0, try await !mailboxes.acknowledge(upTo: last, for: installation, realm: realm) { last = 0 }
        try await mailboxes.open(for: installation, realm: realm)
        let key = PushStreams.Key(realm: realm, installation: installation)
        guard let bell = streams.open(key, until: time.now.addingTimeInterval(Self.streamLifetime)) else {
            throw PushError(.unavailable, "this server has as many push streams open as it can have")
        }
        return PushStream(bell, key, streams, mailboxes: mailboxes, time: time, after: last, documents: documents)
    }

    /// Says that an installation has everything up to an event.
    package func acknowledge(_ event: String, by installation: String, realm: UUID) async throws {
        guard let sequence = Int64(decimal: event, in: 1...Int64.max) else { return }
        try await mailboxes.acknowledge(upTo: sequence, for: installation, realm: realm)
    }

    /// Returns what waits for an installation now, for a caller that looks instead of listening.
    package func waiting(for installation: String, realm: UUID, documents: Bool = false) async throws -> [PushEvent] {
        try await mailboxes.waiting(for: installation, realm: realm, after: 0, documents: documents, at: time.now)
    }

    // MARK: - The server's side

    /// Puts a message into an installation's mailbox, as part of a greater change.
    package static func put(_ message: PushMessage, for installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        let letter = NewPushLetter(kind: .push, text: message.text, collapse: message.collapseID, expires: message.expires)
        _ = try PushMailboxes.put(letter, for: installation, realm: realm, in: transaction)
    }

    /// Notes that an installation has answered what a message asked. An installation that answers has the message, so mailboxes stay short
    /// however long their streams stay open.
    package static func answered(_ collapseID: String, by installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try PushMailboxes.take(collapseID, from: installation, realm: realm, in: transaction)
    }

    /// Puts a message into an installation's mailbox.
    package func post(_ message: PushMessage, to installation: String, realm: UUID) async throws {
        try await database.write { try Self.put(message, for: installation, realm: realm, in: $0) }
    }

    /// Whether an installation is connected to this node.
    package func isConnected(_ installation: String, realm: UUID) -> Bool {
        streams.isOpen(PushStreams.Key(realm: realm, installation: installation))
    }

    /// The number of open streams.
    package var connections: Int { streams.count }

    /// Has an installation's streams end at once, in the transaction that has removed it. They end by themselves within half a minute.
    package static func end(_ installation: String, realm: UUID, in transaction: any WriteTransaction) {
        PushMailboxes.ring(installation, realm: realm, in: transaction)
    }

    /// Takes away all that is kept for an installation, in the transaction that removes it, and ends its streams.
    package static func forget(_ installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try PushMailboxes.remove(installation, realm: realm, in: transaction)
        try PushSubscriptions.remove(of: installation, realm: realm, in: transaction)
    }

    /// Ends all streams, before the server stops.
    package func closeAll() { streams.closeAll() }

    /// Keeps streams alive, and ends those that are old. To be called every second.
    package func tick() { streams.tick(at: time.now) }

    // MARK: - Others' messages

    /// Takes a message for a subscription (RFC 8030 §5).
    ///
    /// - Parameter origin: this server's own, which the sender's proof must be for.
    /// - Returns: for how many seconds it is kept.
    /// - Throws: ``ForeignPushError``.
    package func accept(_ push: ForeignPush, origin: String) async throws -> Int {
        try push.check()
        let now = time.now
        let kept = min(push.timeToLive, ForeignPush.longestLife)
        try await database.write { transaction in
            guard let found = try PushSubscriptions.find(push.token, at: now, in: transaction) else {
                throw ForeignPushError(.unknown, "there is no such push resource, or not any more")
            }
            try push.checkSender(found.senderKey, origin: origin, at: now)
            guard
                try Throttle.allow(
                    "push", from: .installation(found.id), realm: found.realm, limit: ForeignPush.mostPerMinute, at: now, in: transaction),
                try put(push, for: found, until: now.addingTimeInterval(TimeInterval(max(1, kept))), in: transaction)
            else { throw ForeignPushError(.tooMany, "too many messages for this push resource") }
        }
        return kept
    }

    /// A message that may not be kept is for an installation that is there now.
    private func put(
        _ push: ForeignPush, for found: PushSubscriptions.Found, until expires: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        guard push.timeToLive > 0 || isConnected(found.installation, realm: found.realm) else { return true }
        let letter = NewPushLetter(
            kind: .message, text: push.letter(for: found.id), collapse: push.topic, subscription: found.id, expires: expires)
        return try PushMailboxes.put(letter, for: found.installation, realm: found.realm, in: transaction)
    }
}
