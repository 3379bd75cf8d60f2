import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import VerifiableClaims
public import VerificationMessages

extension IdentityVerification {
    /// Uploads the images of cards, each sealed under its own key, and submits the cards, signed and sealed for the service. Claims of earlier
    /// verifications of the same documents by the same service go along.
    ///
    /// A submission that was begun is kept: when the process ends or the network fails, ``resume(push:)`` or the same call again goes on where it ended.
    /// The same cards again, after they have arrived, give the report.
    /// - Parameter cards: 1 to 3, of a kind each, with a document among them.
    /// - Throws: ``VerificationError/Code/cards``, ``VerificationError/Code/image`` and ``VerificationError/Code/late`` before anything is
    ///   sent; ``VerificationError/Code/submitted`` when the transaction takes no other data; ``VerificationError/Code/busy``;
    ///   ``VerificationError/Code/keptClaim(_:)``; ``VerificationError`` of key store, store and server.
    @discardableResult
    public func submit(_ cards: [CapturedCard]) async throws(VerificationError) -> VerificationReport {
        try beginSubmitting()
        defer { isSubmitting = false }
        if let report = try await settle(before: cards) { return report }
        try await gate.run { () async throws(VerificationError) in try await self.keep(cards) }
        return try await send()
    }

    /// Sends the submission that is kept.
    func submitPending() async throws(VerificationError) {
        try beginSubmitting()
        defer { isSubmitting = false }
        _ = try await send()
    }

    private func beginSubmitting() throws(VerificationError) {
        guard !isSubmitting else { throw Self.busy }
        isSubmitting = true
    }

    /// Settles what came before: the report where the same cards were begun or have arrived; nil where these are to be submitted.
    private nonisolated func settle(before cards: [CapturedCard]) async throws(VerificationError) -> VerificationReport? {
        guard let record = try await book.transaction(), let configuration = record.configuration else { throw Self.noTransaction }
        let fingerprint = cards.fingerprint
        if let pending = try await book.submission(of: configuration.transaction) {
            if pending.fingerprint == fingerprint { return try await send() }
            // One that may have arrived isn't taken back; whether a further one is taken shows afterwards.
            if pending.isSent { _ = try await send() } else { try await drop(pending) }
        } else if record.token == nil, record.arrived?.fingerprint == fingerprint {
            return try await readReport()
        }
        return nil
    }

    /// Checks and keeps a submission: first its sealed images, then the keys to them.
    private nonisolated func keep(_ cards: [CapturedCard]) async throws(VerificationError) {
        guard let record = try await book.transaction(), let configuration = record.configuration else { throw Self.noTransaction }
        guard record.token != nil else { throw VerificationError(.submitted, "the data were submitted; no others are taken") }
        guard try await channel.now() < configuration.dataExpires else {
            throw VerificationError(.late, "the time in which data are taken is over")
        }
        try cards.check(against: configuration.requirements)
        var sealed: [IdentityCard] = []
        for card in cards {
            var bare = card.bare
            for image in card.images {
                let (reference, bytes) = try seal(image)
                try await translating(storage: try await images.write(bytes, reference.id))
                bare.images.append(reference)
            }
            sealed.append(bare)
        }
        try check(sealed, configuration.transaction)
        let pending = PendingSubmission(
            id: device.random.uuid(), transaction: configuration.transaction, fingerprint: cards.fingerprint, cards: sealed)
        try await book.write(pending.json, .submission)
    }

    private nonisolated func seal(_ image: CapturedImage) throws(VerificationError) -> (reference: ImageReference, sealed: [UInt8]) {
        do {
            return try ImageReference.seal(
                image.file, id: device.random.uuid(), side: image.side, face: image.face, random: device.random)
        } catch { throw VerificationError(.image, error.message, underlying: error) }
    }

    /// Reads the cards as the server will: what it would refuse as malformed isn't sent.
    private nonisolated func check(_ cards: [IdentityCard], _ transaction: UUID) throws(VerificationError) {
        let submission = VerificationSubmission(transaction: transaction, token: Secret("-"), cards: cards, issuedAt: now)
        do { _ = try VerificationSubmission(claims: submission.content) } catch {
            throw VerificationError(.cards, error.message, underlying: error)
        }
    }

    /// Uploads what the server doesn't have, submits, and notes that it has arrived.
    private nonisolated func send() async throws(VerificationError) -> VerificationReport {
        guard let record = try await book.transaction(), let configuration = record.configuration else { throw Self.noTransaction }
        guard let pending = try await book.submission(of: configuration.transaction) else { throw Self.noTransaction }
        let report: VerificationReport
        do {
            if record.arrived?.id == pending.id {
                report = try await fetchReport(record, configuration)
            } else {
                report = try await post(try await upload(pending, record, configuration.transaction), record, configuration)
            }
        } catch {
            if Self.isRefusal(error) { try await drop(pending) }
            throw error
        }
        try await arrived(pending, configuration.transaction, report.token)
        return try await take(report)
    }

    private nonisolated func upload(
        _ submission: PendingSubmission, _ record: TransactionRecord, _ transaction: UUID
    ) async throws(VerificationError) -> PendingSubmission {
        var pending = submission
        let addresses = VerificationAddresses(base: record.base)
        for image in pending.images where !pending.uploaded.contains(image.id) {
            guard let token = record.token, let sealed = try await translating(storage: try await images.read(image.id)) else {
                throw VerificationError(.cards, "an image that was to be uploaded is gone; submit the cards again")
            }
            try await channel.upload(sealed, to: addresses.image(image.id, of: transaction), token: token)
            pending.uploaded.insert(image.id)
            try await book.write(pending.json, .submission)
        }
        pending.isSent = true
        try await book.write(pending.json, .submission)
        return pending
    }

    /// Submits with the token that is kept. A token that is spent was spent by this submission, whose answer was lost.
    private nonisolated func post(
        _ pending: PendingSubmission, _ record: TransactionRecord, _ configuration: VerificationConfiguration
    ) async throws(VerificationError) -> VerificationReport {
        guard let token = record.token else { return try await fetchReport(record, configuration) }
        let submission = VerificationSubmission(
            transaction: configuration.transaction, token: token, cards: pending.cards,
            claims: try await claims(for: pending, record, configuration), issuedAt: try await channel.now())
        let input = submission.signingInput(app: record.keys.thumbprint)
        let signature = try await keys.sign(input, with: record.keys)
        let message: String
        do {
            message = try submission.seal(input, signature: signature, for: configuration.agreement, random: device.random)
        } catch { throw VerificationError(error.code == .malformed ? .cards : .key, error.message, underlying: error) }
        let address = VerificationAddresses(base: record.base).submission(of: configuration.transaction)
        do {
            let response = try await channel.call(.post, address, as: record.keys, body: ["message": .string(message)])
            return try report(response, of: configuration.transaction)
        } catch {
            guard error.code == .refused(.replayed) else { throw error }
            return try await fetchReport(record, configuration)
        }
    }

    /// Notes that a submission has arrived, before it is removed: one that is left isn't sent again.
    private nonisolated func arrived(
        _ pending: PendingSubmission, _ transaction: UUID, _ token: Secret?
    ) async throws(VerificationError) {
        try await book.update(transaction) { record in
            record.arrived = TransactionRecord.Arrived(pending)
            record.token = token
        }
        try await drop(pending)
        journal.note(.info, "the data were submitted")
    }

    /// Removes a submission: the keys of its images, then what was sealed with them.
    private nonisolated func drop(_ pending: PendingSubmission) async throws(VerificationError) {
        try await book.delete(.submission)
        for image in pending.images { try await translating(storage: try await images.delete(image.id)) }
    }

    private static func isRefusal(_ error: VerificationError) -> Bool {
        switch error.code {
        case .refused, .cards: true
        default: false
        }
    }
}
