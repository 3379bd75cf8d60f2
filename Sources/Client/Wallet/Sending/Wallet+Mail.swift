import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import TransparencyLog
import VerifiableClaims
import WalletMessages

extension Wallet {
    /// Puts an envelope into its recipient's mailbox, paid for with stamps that don't tell who sends it. The call has no proof for that reason.
    nonisolated func mail(_ envelope: [UInt8], _ message: OutgoingMessage) async throws(WalletError) {
        let message = try await stamped(message, bytes: envelope.count)
        do { try await put(envelope, message) } catch {
            // Stamps of a key that the server has replaced, or that paid for another envelope.
            guard error.code == .refused(.stamps) || error.code == .refused(.replayed) else { throw error }
            try await book.delete(.stamps)
            var bare = message
            bare.stamps = []
            try await put(envelope, try await stamped(bare, bytes: envelope.count))
        }
    }

    private nonisolated func put(_ envelope: [UInt8], _ message: OutgoingMessage) async throws(WalletError) {
        _ = try await channel.open(
            .put, channel.service.envelope(message.content.id, to: message.content.recipient),
            headers: [Stamp.field: message.stamps.joined(separator: ", ")], body: envelope)
    }

    /// The message with the stamps that it needs. They are kept with it before they are used.
    private nonisolated func stamped(_ message: OutgoingMessage, bytes: Int) async throws(WalletError) -> OutgoingMessage {
        let count = MailLimits.stamps(for: bytes)
        guard message.stamps.count < count else { return message }
        var message = message
        message.stamps += try await stamps(count - message.stamps.count)
        try await book.write(message.json, .outgoing, message.content.id.text)
        return message
    }

    /// Takes stamps that were kept, or gets some. One is taken before it is used, so that none is ever spent twice.
    private nonisolated func stamps(_ count: Int) async throws(WalletError) -> [String] {
        try await stampGate.run { () async throws(WalletError) -> [String] in
            var kept = try await book.record(.stamps)?["stamps"]?.strings ?? []
            if kept.count < count { kept += try await moreStamps(max(count - kept.count, Self.stampsAtOnce)) }
            guard kept.count >= count else { throw WalletError(.rateLimited, "no stamps are left for today") }
            try await book.write(["stamps": .array(kept.dropFirst(count).map(JSONValue.string))], .stamps)
            return Array(kept.prefix(count))
        }
    }

    private nonisolated func moreStamps(_ count: Int) async throws(WalletError) -> [String] {
        let configuration = try WalletChannel.read(
            try await channel.open(.get, channel.service.configuration), WalletConfiguration.init(json:))
        let service = try await logPolicy().origin
        let pending: PendingStamps
        do { pending = try PendingStamps(count, key: configuration.stampKey, service: service, random: device.random) } catch {
            throw WalletError(.server, "the server's key for stamps can't be used", underlying: error)
        }
        let response = try await call(.post, channel.service.stamps, body: pending.order.json)
        let grant = try WalletChannel.read(response, StampGrant.init(json:))
        do { return try pending.stamps(grant).map(\.text) } catch {
            throw WalletError(.server, "the server's stamps aren't by its key", underlying: error)
        }
    }

    /// The number of stamps that are asked for at a time: some more than needed, so that their getting doesn't tell of each message.
    private static let stampsAtOnce = 16
}
