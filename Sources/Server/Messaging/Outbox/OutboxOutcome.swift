import Metrics
import Primitives

/// The result of an attempt, as the metrics count it.
enum OutboxOutcome: String {
    case sent, repeated, failed, expired

    /// Counts one attempt in `messages_total`.
    func count(_ channel: OutboxMessage.Channel) {
        Counter(label: "messages_total", dimensions: [("channel", channel.rawValue), ("outcome", rawValue)]).increment()
    }
}

extension OutboxQueue {
    /// Sets `messages_waiting` and `messages_oldest_seconds` of each channel.
    static func measure(_ queues: [OutboxQueue]) {
        for channel in OutboxMessage.Channel.allCases {
            let queue = queues.first { $0.channel == channel }
            let dimensions = [("channel", channel.rawValue)]
            Gauge(label: "messages_waiting", dimensions: dimensions).record(queue?.count ?? 0)
            Gauge(label: "messages_oldest_seconds", dimensions: dimensions).record(queue?.age ?? 0)
        }
    }
}
