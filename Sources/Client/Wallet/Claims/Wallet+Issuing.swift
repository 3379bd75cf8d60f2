import DeviceFoundation
public import Foundation
import JOSE
import Primitives
import TransparencyLog
public import VerifiableClaims
import WalletMessages

extension Wallet {
    /// Issues a claim about another party to that party: signs it, has the log take it, and sends it.
    ///
    /// Returns once the claim is in the log, and the message is kept; it is sent where that can be done, else by ``flush()``.
    /// - Parameters:
    ///   - draft: the content.
    ///   - message: a text for users.
    ///   - challenge: that of a request which is answered, or a new one; nil for none.
    /// - Returns: the claim with all keys and values, which this wallet doesn't keep.
    /// - Throws: ``WalletError/Code/claim(_:)`` for pairs of which no claim can be made; ``WalletError/Code/unknownInstance``;
    ///   ``WalletError`` of key store, store and server.
    @discardableResult
    public func issue(
        _ draft: ClaimDraft, to subject: UUID, message: String? = nil, challenge: ExchangeChallenge? = nil
    ) async throws(WalletError) -> SaltedClaim {
        guard let holderKey = try await peer(subject, within: 0).signing else {
            throw WalletError(.server, "the recipient has no key to which a claim can be bound")
        }
        let (claim, token, proof) = try await make(draft, holder: subject, holderKey)
        var content = EnvelopeContent(
            id: device.random.uuid(), sender: id, recipient: subject, issuedAt: now, body: .claim(token, registration: proof))
        content.message = message
        content.challenge = challenge
        try await send(content)
        return claim
    }

    /// Issues a claim of the user's own words, as a basis for others', and keeps it. The log has it, too.
    /// - Throws: as ``issue(_:to:message:challenge:)``.
    @discardableResult
    public func selfClaim(_ pairs: [ClaimContent.Pair]) async throws(WalletError) -> HeldClaim {
        let key = try await keys.publicKey(try await registered().keys.signing)
        let (claim, _, proof) = try await make(ClaimDraft(pairs), holder: id, key)
        try await claimBook.keep(claim, registration: proof)
        guard let held = try await claimBook.claim(claim.head.dataHash) else { throw WalletError(.storage, "the claim isn't kept") }
        return held
    }

    /// Says that a claim of this wallet's making isn't good from a time on; one that has passed revokes it at once. The log has that when it
    /// returns, and the holder is told by a message.
    /// - Parameter claim: the claim, without its pairs.
    /// - Throws: ``WalletError/Code/notIssuer``; ``WalletError/Code/claim(_:)`` for a claim that this wallet didn't sign;
    ///   ``WalletError/Code/refused(_:)`` with `notFound` for one that isn't in the log.
    public func expire(
        _ claim: ClaimHead, at expires: Date, message: String? = nil, challenge: ExchangeChallenge? = nil
    ) async throws(WalletError) {
        guard claim.issuer.content == id.text else { throw WalletError(.notIssuer, "only its issuer can say that a claim expires") }
        let own = try await peer(id, within: 0)
        let time = try await channel.now()
        try translating(claim: try Self.anyTime.verify(claim, keys: own.verificationKeys(at: claim.createDate), at: claim.createDate))
        let statement = try await keys.sign(
            ClaimExpiry.claims(for: claim, expires: expires, at: time).members, type: ClaimExpiry.type, with: try await record().keys)
        _ = try await enter(.expiry(statement: statement))
        guard claim.holder.content != id.text else {
            _ = try await standing(of: claim)
            return
        }
        var content = EnvelopeContent(
            id: device.random.uuid(), sender: id, recipient: try party(claim.holder.content), issuedAt: now,
            body: .expiry(claim, statement: statement))
        content.message = message
        content.challenge = challenge
        try await send(content)
    }

    /// Salts, signs and registers a claim.
    private func make(
        _ draft: ClaimDraft, holder: UUID, _ holderKey: JWK
    ) async throws(WalletError) -> (SaltedClaim, SDJWT, proof: String) {
        let names = try await registered().keys
        let log = try await logPolicy().origin
        let time = try await channel.now()
        let content = ClaimContent(
            issuer: id.text, subject: holder.text, holder: holder.text, holderKey: holderKey, log: log, pairs: draft.pairs,
            reference: draft.reference, expires: draft.expires)
        let unsigned = try translating(claim: try UnsignedClaim(content, at: time, random: device.random))
        let token = unsigned.signed(
            as: try await keys.sign(unsigned.payload, type: ClaimIssuer.type, with: names, namesKey: true))
        let own = try VerificationKeys.own(try await keys.publicKey(names.signing))
        let verified = try translating(claim: try ClaimPolicy(binding: .refused, log: log).verify(token, keys: own, at: time))
        let head = verified.claim.head
        try await book.write([:], .issued, OwnEntry.claim(head.dataHash))
        return (verified.claim, token, try await enter(.claim(dataHash: head.dataHash, issuedAt: head.createDate)))
    }

    /// The demands on a claim whose time doesn't matter.
    private static let anyTime = ClaimPolicy(binding: .refused)
}

extension VerificationKeys {
    /// This wallet's own key.
    fileprivate static func own(_ key: JWK) throws(WalletError) -> VerificationKeys {
        do { return VerificationKeys([try VerificationKey(key)]) } catch {
            throw WalletError(.key, "the wallet's own key verifies nothing", underlying: error)
        }
    }
}
