import DeviceFoundation
public import Foundation
import JOSE
import Primitives
public import VerifiableClaims

extension Wallet {
    /// Shares claims and data with another party, after the user has agreed to exactly that.
    ///
    /// It returns when the message is kept: it is sent at once where that can be done, else by ``flush()`` within a day.
    /// - Parameters:
    ///   - message: a text for users.
    ///   - challenge: that of the request which is answered, or a new one; nil for none.
    ///   - request: the request that is answered, of which the user is told keys and purpose; its challenge is taken unless another is given.
    /// - Throws: ``WalletError/Code/consentRefused``; ``WalletError/Code/unknownClaim`` for a claim or a key that the wallet doesn't have;
    ///   ``WalletError/Code/expired`` for a claim that isn't good any more; ``WalletError/Code/claim(_:)`` with `challengeExpired`;
    ///   ``WalletError/Code/unknownInstance``; ``WalletError/Code/envelope(_:)`` with `tooLarge`.
    public func share(
        _ selections: [ShareSelection], with recipient: UUID, message: String? = nil, challenge: ExchangeChallenge? = nil,
        answering request: ShareRequest? = nil
    ) async throws(WalletError) {
        let challenge = challenge ?? request?.challenge
        if let challenge { try translating(claim: try challenge.check(at: now)) }
        var kept: [ShareSelection] = []
        for selection in selections { kept.append(try await checked(selection)) }
        let question = ShareQuestion(
            recipient: recipient, purpose: request?.message, requestedKeys: request?.keys, message: message, items: kept.map(\.item))
        guard await configuration.consent.allows(question) else {
            throw WalletError(.consentRefused, "the user doesn't want to share this")
        }
        let id = device.random.uuid()
        let nonce = (challenge?.id ?? id).text
        var shares: [ClaimShare] = []
        for selection in kept { shares.append(try await shown(selection, to: recipient, nonce: nonce)) }
        var content = EnvelopeContent(id: id, sender: self.id, recipient: recipient, issuedAt: now, body: .shares(shares))
        content.message = message
        content.challenge = challenge
        try await noteHistory(content, question)
        try await send(content)
    }

    /// The claims and keys of this wallet that fit what a request asks for, the newest claim first; every claim with all its keys for one that
    /// names no keys. What doesn't count any more is left out.
    public func matches(_ request: ShareRequest) async throws(WalletError) -> [ShareSelection] {
        let good = try await claims.reversed().filter { if case .expired = $0.state(at: now) { false } else { true } }
        guard let wanted = request.keys?.map(RequestedKey.init) else { return good.map(ShareSelection.whole) }
        return good.compactMap { claim in
            let keys = claim.keys.filter { key in wanted.contains { $0.matches(key, of: claim) } }
            return keys.isEmpty ? nil : .claim(claim, keys: keys)
        }
    }

    /// A selection with the claim as the store has it now.
    private nonisolated func checked(_ selection: ShareSelection) async throws(WalletError) -> ShareSelection {
        guard case .claim(let named, let keys) = selection else { return selection }
        guard let claim = try await claimBook.claim(named.claim.head.dataHash) else {
            throw WalletError(.unknownClaim, "the wallet has no such claim")
        }
        guard keys.allSatisfy(claim.keys.contains) else { throw WalletError(.unknownClaim, "the claim has no such key") }
        if case .expired = claim.state(at: now) { throw WalletError(.expired, "the claim isn't good any more") }
        return .claim(claim, keys: claim.keys.filter(keys.contains))
    }

    private nonisolated func shown(
        _ selection: ShareSelection, to recipient: UUID, nonce: String
    ) async throws(WalletError) -> ClaimShare {
        switch selection {
        case .data(let pairs): return .data(pairs)
        case .claim(let claim, let keys):
            let pairs = claim.claim.pairs.filter { keys.contains($0.key.content) }
            let presentation = try translating(claim: try SaltedClaim(head: claim.claim.head, pairs: pairs).sdjwt())
            let binding = KeyBinding(audience: recipient.text, nonce: nonce, issuedAt: try await channel.now())
            let proof = try await keysBound(to: claim.claim.head)
            return .claim(
                presentation.adding(
                    keyBinding: try await self.keys.sign(
                        binding.claims(for: presentation, hash: .sha256).members, type: KeyBinding.type, with: proof)))
        }
    }

    /// The wallet's keys to which a claim is bound: the current ones, or some before them.
    nonisolated func keysBound(to head: ClaimHead) async throws(WalletError) -> KeyPairNames {
        let payload = try? JSONValue(parsing: head.dataJSON)
        guard let members = payload?["cnf"]?["jwk"]?.object, let thumbprint = (try? JWK(members))?.thumbprintText else {
            throw WalletError(.storage, "a stored claim names no key of its holder")
        }
        let record = try await record()
        guard let found = ([record.keys] + record.earlier.map(\.keys)).first(where: { $0.thumbprint == thumbprint }) else {
            throw WalletError(.foreignClaim, "the claim is bound to a key that this wallet doesn't have")
        }
        return found
    }
}

extension ShareSelection {
    fileprivate var item: ShareQuestion.Item {
        switch self {
        case .data(let pairs): ShareQuestion.Item(fields: pairs, issuer: nil, claim: nil)
        case .claim(let claim, let keys):
            ShareQuestion.Item(
                fields: keys.map { ClaimContent.Pair($0, claim.value(of: $0) ?? "") }, issuer: claim.issuer, claim: claim.id)
        }
    }
}
