import Foundation
import JOSE
import Primitives
import VerifiableClaims

extension Wallet {
    /// Verifies what a message says, and does the wallet's own part.
    ///
    /// - Parameter isLast: whether it is handed over now even if the log is at fault.
    /// - Throws: ``WalletError``, a temporary one or one of the log, when that can't be told for now.
    func processed(_ content: EnvelopeContent, isRepeated: Bool, isLast: Bool) async throws(WalletError) -> ReceivedMessage {
        var errors = Refusals(isLast: isLast)
        let read: ReceivedMessage.Content
        switch content.body {
        case .shares(let shares): read = .shares(try await received(shares, content, &errors))
        case .claim(let token, let registration):
            read = .claim(
                try await believed(&errors) { () async throws(WalletError) in try await self.received(token, registration, content) })
        case .expiry(let head, let statement):
            let end = try await believed(&errors) { () async throws(WalletError) in try await self.received(head, statement, content) }
            read = .expiry(end == nil ? nil : head, from: end)
        case .request(let keys):
            read = .request(
                ShareRequest(sender: content.sender, challenge: content.challenge, message: content.message, keys: keys))
        case .failure(let reason): read = .failure(reason)
        }
        return ReceivedMessage(
            id: content.id, sender: content.sender, sentAt: content.issuedAt, text: content.message, challenge: content.challenge,
            isRepeated: isRepeated, content: read, errors: errors.reasons)
    }

    /// The reasons for which parts of a message aren't believed.
    private struct Refusals {
        let isLast: Bool
        var reasons: [WalletError] = []
    }

    /// The result of a check; nil, and the reason among the errors, when it fails for good.
    private func believed<Result: Sendable>(
        _ errors: inout Refusals, _ check: () async throws(WalletError) -> Result
    ) async throws(WalletError) -> Result? {
        do { return try await check() } catch {
            guard !error.isTemporary, errors.isLast || !error.isOfLog else { throw error }
            errors.reasons.append(error)
            return nil
        }
    }

    private func received(
        _ shares: [ClaimShare], _ content: EnvelopeContent, _ errors: inout Refusals
    ) async throws(WalletError) -> [ReceivedShare] {
        guard try await believed(&errors, { () async throws(WalletError) in try await self.checkAnswer(content) }) != nil else { return [] }
        var received: [ReceivedShare] = []
        for share in shares {
            let read = try await believed(&errors) { () async throws(WalletError) in try await self.received(share, content) }
            if let read { received.append(read) }
        }
        return received
    }

    private func received(_ share: ClaimShare, _ content: EnvelopeContent) async throws(WalletError) -> ReceivedShare {
        switch share {
        case .data(let pairs): return .data(pairs)
        case .claim(let token):
            let binding = SDJWTPolicy.Binding.required(
                audience: id.text, nonce: (content.challenge?.id ?? content.id).text, maximumAge: 2 * EnvelopeContent.longestLife)
            let claim = try await verify(token, binding: binding).claim
            guard claim.head.holder.content == content.sender.text else {
                throw WalletError(.foreignClaim, "the claim belongs to another party than the one that shows it")
            }
            _ = try await good(claim.head)
            return .claim(claim)
        }
    }

    /// Keeps a claim that is for this wallet.
    private func received(
        _ token: SDJWT, _ registration: String?, _ content: EnvelopeContent
    ) async throws(WalletError) -> SaltedClaim {
        let claim = try await verify(token, binding: .refused).claim
        guard claim.head.issuer.content == content.sender.text else {
            throw WalletError(.envelope(.wrongSender), "the claim was issued by another party than the one that sends it")
        }
        guard claim.head.holder.content == id.text else { throw WalletError(.foreignClaim, "the claim is another party's") }
        _ = try await keysBound(to: claim.head)
        if let registration {
            do { try await verifyRegistration(of: claim.head, proof: registration) } catch { throw error.blamingSender }
        }
        // The sender of a signed proof that the log has the claim isn't at fault when the log says that it hasn't.
        let standing: ClaimStanding
        do { standing = try await good(claim.head) } catch { throw registration == nil ? error : error.blamingLog }
        try await claimBook.keep(claim, registration: registration)
        try await claimBook.note(standing, of: claim.head.dataHash)
        return claim
    }

    /// Verifies that the issuer of a claim says when it expires, and that the log has it. What the log says is marked with the claim.
    /// - Returns: the earliest time from which the claim isn't good.
    private func received(_ head: ClaimHead, _ statement: String, _ content: EnvelopeContent) async throws(WalletError) -> Date {
        guard head.issuer.content == content.sender.text else {
            throw WalletError(.envelope(.wrongSender), "only its issuer can say that a claim expires")
        }
        let time = try await channel.checkingTime()
        _ = try await verified(by: head.issuer.content, at: head.createDate) { keys, log throws(ClaimError) in
            try ClaimPolicy(binding: .refused, log: log).verify(head, keys: keys, at: head.createDate)
        }
        let expiry = try await verified(by: head.issuer.content, at: content.issuedAt) { keys, _ throws(ClaimError) in
            try ClaimExpiry(statement, of: head, keys: keys, at: time)
        }
        guard let stated = try await standing(of: head).statedExpiry, stated <= expiry.expires else {
            throw WalletError(.wrongEntry, "the log doesn't have what the issuer states")
        }
        return stated
    }

    /// Compares the challenge of an answer with the one that this wallet has asked with.
    private func checkAnswer(_ content: EnvelopeContent) async throws(WalletError) {
        guard let challenge = content.challenge else { return }
        let time = try await channel.checkingTime()
        try translating(claim: try challenge.check(at: time))
        guard let asked = try await book.record(.challenges, challenge.id.text) else { return }
        let own = ExchangeChallenge(
            id: challenge.id, expires: asked["expires"]?.integer.map { Date(timeIntervalSince1970: Double($0)) })
        try translating(claim: try own.check(at: time))
        guard asked["isOpen"]?.bool == true || challenge == own else {
            throw WalletError(.claim(.wrongChallenge), "the answer has another challenge")
        }
        guard asked["recipient"]?.string.map({ $0 == content.sender.text }) ?? true else {
            throw WalletError(.wrongSender, "the answer comes from another party than the one that was asked")
        }
    }
}
