import BenchSupport
import Foundation
import Primitives
import WalletMessages

/// Envelopes of 1 KB through one mailbox: sent by many at once, then listed, fetched and acknowledged by the one whose mailbox it is.
struct Mail {
    let base: String
    let count: Int

    private static let senders = 32
    private static let envelope = [UInt8](repeating: UInt8(ascii: "a"), count: 1024)

    /// A sender with its stamps, which were got before.
    private final class Sender: @unchecked Sendable {  // used by one thread at a time
        let instance: BareInstance
        var stamps: [Stamp] = []

        init(_ instance: BareInstance, _ count: Int) throws {
            self.instance = instance
            let service = instance.service
            let described = try WalletConfiguration(json: JSONValue(parsing: try instance.ask("GET", service.configuration)))
            while stamps.count < count {
                let pending = try PendingStamps(
                    min(count - stamps.count, StampOrder.most), key: described.stampKey, service: described.log.origin,
                    random: instance.random)
                let grant = try JSONValue(
                    parsing: try instance.call("POST", service.stamps, pending.order.json.encoded), limits: JSONLimits(bytes: 1 << 20))
                stamps += try pending.stamps(try StampGrant(json: grant))
            }
        }

        /// Sends an envelope for each stamp, and returns how many.
        func send(to recipient: UUID) throws -> Int {
            for stamp in stamps {
                let url = instance.service.envelope(instance.random.uuid(), to: recipient)
                _ = try instance.ask("PUT", url, "\(Stamp.field): \(stamp.text)\r\nContent-Type: application/jose\r\n", Mail.envelope)
            }
            return stamps.count
        }
    }

    func run() throws {
        let recipient = try BareInstance(base)
        let senders = try (0..<Self.senders).map { number in
            try Sender(try BareInstance(base), count / Self.senders + (number < count % Self.senders ? 1 : 0))
        }
        let id = recipient.id
        let begun = ContinuousClock.now
        try Threads.each(senders) { try $0.send(to: id) }
        let sent = ContinuousClock.now
        let fetched = try Self.fetch(recipient)
        let ended = ContinuousClock.now
        guard fetched == count else { throw Failure("\(fetched) of \(count) envelopes have come") }
        ClaimsBench.say(
            "{\"sent\": \(Double(count) / ((sent - begun) / .seconds(1))), \"received\": \(Double(count) / ((ended - sent) / .seconds(1)))}"
        )
    }

    /// Lists, fetches and acknowledges until the mailbox is empty.
    private static func fetch(_ recipient: BareInstance) throws -> Int {
        var count = 0
        while true {
            let listing = try MailboxListing(
                json: JSONValue(parsing: try recipient.call("GET", recipient.service.mailbox), limits: JSONLimits(bytes: 1 << 20)))
            guard !listing.items.isEmpty else { return count }
            for item in listing.items {
                let url = recipient.service.envelope(item.id)
                guard try recipient.call("GET", url) == envelope else { throw Failure("an envelope has changed") }
                _ = try recipient.call("DELETE", url)
                count += 1
            }
        }
    }
}
