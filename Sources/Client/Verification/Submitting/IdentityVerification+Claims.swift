import DeviceFoundation
import Foundation
import JOSE
import Primitives
import VerifiableClaims
import VerificationMessages

extension IdentityVerification {
    /// The kept claims about the documents of a submission, with proofs for this transaction. They are the service's whose key is the same.
    nonisolated func claims(
        for pending: PendingSubmission, _ record: TransactionRecord, _ configuration: VerificationConfiguration
    ) async throws(VerificationError) -> [SDJWT] {
        let time = try await channel.checkingTime()
        var shown: [SDJWT] = []
        for kept in try await book.claims().reversed()
        where kept.base == record.base && kept.issuerKey == configuration.signing.thumbprintText && kept.isAbout(pending.documents)
            && kept.claim.head.expires.map({ time < $0 }) ?? true
        {
            do { _ = try Self.verify(kept.token, signing: configuration.signing, app: kept.keys.thumbprint, at: time) } catch {
                try await book.delete(.claims, kept.claim.head.dataHash)
                throw VerificationError(
                    .keptClaim(error.code), "a claim of an earlier verification isn't good: \(error.reason)", underlying: error)
            }
            if shown.count < SubmissionLimits.mostClaims { shown.append(try await show(kept, for: configuration.transaction)) }
        }
        return shown
    }

    /// A claim with the holder's proof: for the service that issued it, by its id, and for the transaction, by that one's id.
    private nonisolated func show(_ kept: KeptClaim, for transaction: UUID) async throws(VerificationError) -> SDJWT {
        let binding = KeyBinding(audience: kept.claim.head.issuer.content, nonce: transaction.text, issuedAt: try await channel.now())
        let claims = binding.claims(for: kept.token, hash: .sha256).members
        let input = JWS.signingInput(header: ["alg": "ES256", "typ": .string(KeyBinding.type)], claims: claims)
        return kept.token.adding(keyBinding: JWS.text(input, signature: try await keys.sign(input, with: kept.keys)))
    }

    /// Verifies a claim by its service's key.
    /// - Throws: `ClaimError`, also for a claim that is bound to another key than the app's.
    static func verify(
        _ token: SDJWT, signing: JWK, app thumbprint: String, at time: Date
    ) throws(ClaimError) -> VerifiedClaim {
        let key: VerificationKey
        do { key = try VerificationKey(signing) } catch {
            throw ClaimError(.malformed, "the service's key verifies nothing", underlying: error)
        }
        let verified = try ClaimPolicy(binding: .refused).verify(token, keys: key, at: time)
        guard verified.holderKey.thumbprintText == thumbprint else {
            throw ClaimError(.malformed, "the claim is bound to another app's key")
        }
        return verified
    }
}
