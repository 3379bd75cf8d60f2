import DeviceMessages
import Directory
import Foundation
import JOSE
import Primitives
import Store
import VerifiableClaims
import VerificationMessages

extension Verifications {
    /// The names of a claim's pairs besides the fields'.
    private enum Pair {
        static let card = "cardId"
        static let type = "type"
        static let provider = "provider"
        static let verified = "verifiedAt"

        static func digest(_ side: ImageSide) -> String { "digest.\(side.rawValue)" }
    }

    /// The longest time for which a holder's proof of an earlier claim is good, in seconds.
    private static let longestProof = TimeInterval(SubmissionLimits.longestAge)

    /// The readings of the documents whose check earlier claims spare. A claim that is no good is passed over.
    func spared(
        _ submission: VerificationSubmission, of stored: StoredVerification, _ keys: VerificationServiceKeys, at site: VerificationSite
    ) async throws -> [IdentityCardType: CardReading] {
        guard !submission.claims.isEmpty, let signing = keys.signing.publicKey else { return [:] }
        let now = time.now
        var readings: [IdentityCardType: CardReading] = [:]
        let policy = ClaimPolicy(
            binding: .required(audience: stored.realm.text, nonce: stored.id.text, maximumAge: Self.longestProof), log: site.base)
        let key = try VerificationKey(signing)
        for claim in submission.claims {
            guard let verified = try? policy.verify(claim, keys: key, at: now),
                try await database.lookUp({
                    try EarlierClaims.isGood(claim, of: stored.user, realm: stored.realm, at: now, in: $0)
                })
            else { continue }
            let pairs = Dictionary(verified.claim.pairs.map { ($0.key.content, $0.value.content) }) { first, _ in first }
            guard let card = submission.cards.first(where: { isSame(pairs, as: $0, stored.policy, at: now) }) else { continue }
            var fields = IdentityFields()
            for field in IdentityField.allCases { fields[field] = Self.short(pairs[field.rawValue]) }
            readings[card.type] = CardReading(claim: fields)
        }
        return readings
    }

    /// Whether a claim is of this card's own images, by the provider of the policy, and of a document that is still valid.
    private func isSame(_ pairs: [String: String], as card: IdentityCard, _ policy: VerifyPolicy, at now: Date) -> Bool {
        let expiry = pairs[IdentityField.expirationDate.rawValue]
        return card.type.isDocument && pairs[Pair.type]?.isExactly(card.type.rawValue) == true
            && pairs[Pair.provider]?.isExactly(CheckPlan.documentProvider(policy)) == true
            && ImageSide.allCases.allSatisfy { side in
                let digest = card.image(side).map { Base64URL.encode($0.digest) }
                return digest.map { pairs[Pair.digest(side)]?.isExactly($0) == true } ?? (pairs[Pair.digest(side)] == nil)
            } && (!policy.governmentID.failsExpired || expiry.map { Array($0.utf8).lexicographicallyPrecedes(now.utcDay) } == false)
    }

    /// Issues a claim for each document that was verified in a submission. One whose check a claim has spared gets none, since a claim would
    /// else live on by being shown.
    func issue(
        _ cards: [StoredCard], _ readings: [IdentityCardType: CardReading], of stored: StoredVerification, at site: VerificationSite
    )
        async throws -> (claims: [SDJWT], expires: Date)
    {
        let (now, lifetime) = (time.now, site.settings.verificationClaimLifetime)
        let expires = Date(timeIntervalSince1970: (now.timeIntervalSince1970 + TimeInterval(lifetime)).rounded(.down))
        guard lifetime > 0, let app = stored.app, let appKey = stored.appKey else { return ([], expires) }
        let issuer = try ClaimIssuer(key: try SigningKey(try await keys(at: site).signing, algorithm: .es256))
        let source = random
        var claims: [SDJWT] = []
        for document in cards where document.card.type.isDocument {
            guard let reading = readings[document.card.type] ?? document.reading, reading.claim == nil else { continue }
            let claim = try issuer.issue(content(document.card, reading), at: now, random: source)
            claims.append(claim)
        }
        return (claims, expires)

        func content(_ card: IdentityCard, _ reading: CardReading) -> ClaimContent {
            var pairs = [
                ClaimContent.Pair(Pair.card, card.id), ClaimContent.Pair(Pair.type, card.type.rawValue),
                ClaimContent.Pair(Pair.provider, CheckPlan.documentProvider(stored.policy)),
                ClaimContent.Pair(Pair.verified, String(now.secondsSince1970)),
            ]
            pairs += card.images.map { ClaimContent.Pair(Pair.digest($0.side), Base64URL.encode($0.digest)) }
            pairs += IdentityField.allCases.compactMap { field in
                Self.short(reading.fields[field]).map { ClaimContent.Pair(field.rawValue, $0) }
            }
            return ClaimContent(
                issuer: stored.realm.text, subject: stored.user.text, holder: app, holderKey: appKey, log: site.base, pairs: pairs,
                expires: expires)
        }
    }
}
