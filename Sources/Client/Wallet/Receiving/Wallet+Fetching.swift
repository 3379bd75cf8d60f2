import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import VerifiableClaims
import WalletMessages

extension Wallet {
    /// Fetches, keeps and acknowledges what is in the mailbox.
    func fetch(_ inbox: some WalletInbox) async throws(WalletError) {
        var failure: WalletError?
        var seen: Set<UUID> = []
        while true {
            let response = try await call(.get, channel.service.mailbox)
            let listing = try WalletChannel.read(response, MailboxListing.init(json:))
            let fresh = listing.items.filter { seen.insert($0.id).inserted }
            for (place, item) in fresh.enumerated() {
                do { try await take(item.id, place: place) } catch {
                    // Only what can never be read is taken out: a key store or a log that fails says nothing of the mail.
                    guard case .envelope = error.code else {
                        failure = error
                        continue
                    }
                    try await acknowledge(item.id)
                    journal.note(.warning, "an envelope is refused: \(error.code)")
                    await inbox.receive(failure: error)
                }
            }
            guard listing.hasMore, !fresh.isEmpty, failure == nil else { break }
        }
        if let failure { throw failure }
    }

    /// Takes one envelope out of the mailbox: keeps its message, then acknowledges it.
    private func take(_ envelope: UUID, place: Int) async throws(WalletError) {
        let response: HTTPResponse
        do {
            response = try await call(.get, channel.service.envelope(envelope), limit: MailLimits.longestEnvelope)
        } catch {
            guard error.code == .refused(.notFound) else { throw error }
            return
        }
        guard let text = String(foreign: response.body) else { throw WalletError(.envelope(.malformed), "the envelope is no text") }
        let content = try await verified(try await open(text))
        let arrived = now
        try await book.update(.messages, KeptMessage.key(content)) { record in
            record = record ?? KeptMessage(content, arrived: arrived, place: place).json
        }
        try await acknowledge(envelope)
    }

    /// Opens an envelope with the current key, or one before it to which mail may still be sealed.
    private func open(_ text: String) async throws(WalletError) -> OpenedEnvelope {
        let record = try await record()
        var refusal = WalletError(.envelope(.notOpened), "no key of this wallet's opens the envelope")
        for names in [record.keys] + record.earlier.map(\.keys).reversed() {
            do {
                let key = try await keys.openingKey(for: text, with: names.agreement)
                return try translating(envelope: try OpenedEnvelope(text, recipient: id, keys: key))
            } catch {
                // An earlier key that opens no good mail any more is gone from the key store.
                let isGone = error.code == .key && names != record.keys
                guard isGone || error.code == .envelope(.notOpened) else { throw error }
                if !isGone { refusal = error }
            }
        }
        throw refusal
    }

    /// The message of an envelope, once its sender's signature is verified: by the keys that are known, and once more by those that the server
    /// gives now.
    private func verified(_ opened: OpenedEnvelope) async throws(WalletError) -> EnvelopeContent {
        let time = try await channel.checkingTime()
        // A key that was replaced may have signed what was under way.
        let since = time - EnvelopeContent.longestLife
        if let known = try await keptPeer(opened.sender, within: Self.peerLife),
            let content = try? opened.verify(keys: known.verificationKeys(at: since), at: time)
        {
            return content
        }
        let peer: Peer
        do { peer = try await self.peer(opened.sender, within: 0) } catch {
            guard error.code == .unknownInstance else { throw error }
            throw WalletError(.envelope(.wrongSender), "the sender that the message names isn't known", underlying: error)
        }
        return try translating(envelope: try opened.verify(keys: peer.verificationKeys(at: since), at: time))
    }

    private func acknowledge(_ envelope: UUID) async throws(WalletError) {
        _ = try await call(.delete, channel.service.envelope(envelope))
    }
}
