import Foundation
import Primitives
import Store

/// A message with its place in the outbox.
struct OutboxEntry: Sendable {
    let message: OutboxMessage
    /// The number of attempts that were begun.
    let tries: Int64
    /// The message as it is kept.
    let sealed: [UInt8]

    /// The messages that share a server or gateway: so many of them are sent at once.
    struct Lane: Sendable, Hashable {
        let realm: UUID
        let channel: OutboxMessage.Channel
    }

    var lane: Lane { Lane(realm: message.realm, channel: message.channel) }
}

/// The messages of one channel that wait.
package struct OutboxQueue: Sendable, Equatable {
    package let channel: OutboxMessage.Channel
    /// The number of messages.
    package let count: Int64
    /// The time since the oldest was written, in seconds.
    package let age: Double
}
