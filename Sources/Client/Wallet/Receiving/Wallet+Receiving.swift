import DeviceFoundation
import Foundation
import Primitives
import VerifiableClaims

extension Wallet {
    /// Sends what waits, fetches the mail, and gives each message to `inbox`: call it when a notice comes, and at the app's start.
    ///
    /// Each envelope is opened and its sender verified, then it is kept, and only then acknowledged to the server; one that comes again is
    /// known by its id. The receiver is called once for each message. When the process ends while it runs, it is called again, and
    /// ``ReceivedMessage/isRepeated`` says so. A call while one is under way only has that one look once more.
    /// - Throws: ``WalletError`` when some mail couldn't be fetched or verified for now; the rest is received before. It is temporary, or
    ///   ``WalletError/Code/log(_:)`` and the like: what can't be verified because the log is at fault is tried again with each call for a day,
    ///   then received with that reason.
    public func receive(_ inbox: some WalletInbox) async throws(WalletError) {
        guard !isReceiving else {
            mustReceiveAgain = true
            return
        }
        isReceiving = true
        defer { isReceiving = false }
        repeat {
            mustReceiveAgain = false
            var failure: WalletError?
            do { try await flush() } catch { failure = error }
            do { try await fetch(inbox) } catch { failure = error }
            do { try await handle(inbox) } catch { failure = error }
            try await prune()
            if let failure { throw failure }
        } while mustReceiveAgain
    }

    /// Handles what is kept and not done, in the order of arrival.
    private func handle(_ inbox: some WalletInbox) async throws(WalletError) {
        var waiting: [(key: String, message: KeptMessage)] = []
        for (key, record) in try await book.records(.messages) {
            let message = try KeptMessage(record)
            if message.stage != .done { waiting.append((key, message)) }
        }
        var failure: WalletError?
        for (key, message) in waiting.sorted(by: { $0.message.comesBefore($1.message) }) {
            do { try await handle(message, key, inbox) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func handle(_ kept: KeptMessage, _ key: String, _ inbox: some WalletInbox) async throws(WalletError) {
        guard let content = kept.content else { return try await mark(key, .done) }
        // A message that can't be verified for now is tried again with the next mail, and the receiver isn't called before. A log at fault is
        // waited for as long as the message could come again; then the receiver learns of it.
        let message = try await processed(content, isRepeated: kept.stage == .begun, isLast: now >= kept.expires)
        try await mark(key, .begun)
        await inbox.receive(message)
        try await mark(key, .done)
        if case .failure = content.body { return }
        if let error = message.errors.first { try? await report(error, to: content) }
    }

    private func mark(_ key: String, _ stage: KeptMessage.Stage) async throws(WalletError) {
        try await book.update(.messages, key) { record throws(WalletError) in
            guard let members = record else { return }
            var message = try KeptMessage(members)
            message.stage = stage
            record = message.json
        }
    }

    /// Tells the sender that a message couldn't be processed. Only one whose signature was verified is told.
    private func report(_ error: WalletError, to content: EnvelopeContent) async throws(WalletError) {
        var answer = EnvelopeContent(
            id: device.random.uuid(), sender: id, recipient: content.sender, issuedAt: now, body: .failure(reason: error.reason))
        answer.challenge = content.challenge
        try await send(answer)
    }

    /// Forgets messages that can't come again, challenges that have ended, and keys that are of no use.
    private func prune() async throws(WalletError) {
        let time = now
        for (key, record) in try await book.records(.messages) {
            let message = try KeptMessage(record)
            if message.stage == .done, time >= message.expires { try await book.delete(.messages, key) }
        }
        for (key, record) in try await book.records(.challenges) {
            if let end = record["forget"]?.integer, time.timeIntervalSince1970 >= Double(end) { try await book.delete(.challenges, key) }
        }
        try await sweepKeys()
    }
}
