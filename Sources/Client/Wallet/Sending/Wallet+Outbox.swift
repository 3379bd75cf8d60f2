import DeviceFoundation
public import Foundation
import JOSE
import Primitives
import VerifiableClaims

extension Wallet {
    /// The ids of messages that wait to be sent, since the server couldn't be reached or had no more stamps for today.
    public nonisolated var waiting: [UUID] {
        get async throws(WalletError) { try await book.keys(.outgoing).compactMap(UUID.init(text:)) }
    }

    /// Sends what waits to be sent, the oldest first. What fails for good is dropped; of a share,
    /// ``SharedRecord/failure`` says why.
    /// - Throws: ``WalletError``, a temporary one, when a message must go on waiting.
    public nonisolated func flush() async throws(WalletError) {
        var failure: WalletError?
        var messages: [OutgoingMessage] = []
        for (_, record) in try await book.records(.outgoing) { messages.append(try OutgoingMessage(record)) }
        for message in messages.sorted(by: { $0.made < $1.made }) {
            do { try await deliver(message.content.id) } catch {
                guard error.isTemporary else { continue }
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Keeps a message and sends it. One that can't be sent for now waits for ``flush()``.
    nonisolated func send(_ content: EnvelopeContent) async throws(WalletError) {
        guard JSONValue.object(content.claims.members).encoded.count <= EnvelopeContent.mostBytes else {
            throw WalletError(.envelope(.tooLarge), "message, challenge and data take more than \(EnvelopeContent.mostBytes) bytes")
        }
        try await book.write(OutgoingMessage(content, made: now).json, .outgoing, content.id.text)
        do { try await deliver(content.id) } catch {
            guard error.isTemporary else { throw error }
            journal.note(.warning, "a message waits to be sent: \(error.code)")
        }
    }

    /// Sends one message that is kept, and forgets it; also when it fails for good.
    private nonisolated func deliver(_ id: UUID) async throws(WalletError) {
        try await outgoingGate.run { () async throws(WalletError) in
            guard let stored = try await book.record(.outgoing, id.text) else { return }
            let message = try OutgoingMessage(stored)
            guard !message.isStale(at: now) else {
                journal.note(.warning, "a message is dropped, since it waited for more than a day")
                return try await drop(id, "it waited for more than a day")
            }
            do throws(WalletError) { try await post(message) } catch {
                guard !error.isTemporary else { throw error }
                journal.note(.error, "a message is dropped: \(error.code)")
                try await drop(id, error.reason)
                throw error
            }
            try await book.delete(.outgoing, id.text)
        }
    }

    private nonisolated func drop(_ id: UUID, _ reason: String) async throws(WalletError) {
        try await noteFailure(of: id, reason)
        try await book.delete(.outgoing, id.text)
    }

    /// Seals a message for its recipient and posts it. The envelope's id is the message's, so that one that is posted again is the same mail.
    private nonisolated func post(_ message: OutgoingMessage) async throws(WalletError) {
        var content = message.content
        let recipient = try await peer(content.recipient, within: 0)
        content.issuedAt = Date(timeIntervalSince1970: Double(try await channel.now().secondsSince1970))
        content.expires = content.issuedAt + EnvelopeContent.longestLife
        let signed = try await keys.sign(content.claims.members, type: content.type, with: try await record().keys)
        let sealing: SealingKey
        do { sealing = try SealingKey(recipient.agreement, algorithm: .ecdhES, encryption: .a256GCM) } catch {
            throw WalletError(.server, "the recipient's key isn't one that envelopes are sealed to", underlying: error)
        }
        let text = try translating(
            envelope: try EnvelopeContent.seal(signed, to: content.recipient, sealing: sealing, random: device.random))
        try await mail(Array(text.utf8), message)
    }
}
