import BenchSupport
import Crypto
import Foundation
import JOSE
import Primitives
import TransparencyLog
import VerifiableClaims

/// Claims of seven pairs and three members, ten Disclosures in all, issued and verified beside swift-crypto's signature of the same bytes and its
/// verification, in turn on one thread; and proofs of a log of 10⁶ entries.
struct Local {
    let seconds: Double
    let cache: String

    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    func run() throws {
        let random = SeededRandom(seed: 47)
        let jwk = try JWK.generate(.p256, random: random)
        let (issuer, key) = (try ClaimIssuer(key: try SigningKey(jwk)), try VerificationKey(jwk))
        let content = ClaimContent(
            issuer: random.uuid().text, subject: random.uuid().text, holder: random.uuid().text, holderKey: jwk,
            log: "id.example.com/wallets/a",
            pairs: (0..<7).map { ClaimContent.Pair("key\($0)", "value \($0) of a card") })
        let token = try issuer.issue(content, at: Self.now, random: random)
        guard token.disclosures.count == 10 else { throw Failure("the claim has \(token.disclosures.count) Disclosures") }
        let policy = ClaimPolicy(binding: .refused, log: content.log)
        let bytes = Data(token.issuerToken.utf8)
        let bare = P256.Signing.PrivateKey()
        let (publicKey, signature) = (bare.publicKey, try bare.signature(for: bytes))
        let system = SystemRandom()
        var rates = [Rate](repeating: Rate(), count: 4)
        for _ in 0..<8 {
            let share = seconds / 32
            try rates[0].run(for: share) { try issuer.issue(content, at: Self.now, random: system).disclosures.count == 10 }
            try rates[1].run(for: share) { try bare.signature(for: bytes).rawRepresentation.count == 64 }
            try rates[2].run(for: share) { try policy.verify(token, keys: key, at: Self.now).claim.pairs.count == 7 }
            rates[3].run(for: share) { publicKey.isValidSignature(signature, for: bytes) }
        }
        ClaimsBench.say(
            """
            {"issuing": {"ours": \(rates[0].perSecond), "bare": \(rates[1].perSecond)}, \
            "verifying": {"ours": \(rates[2].perSecond), "bare": \(rates[3].perSecond)}, "proof": \(try LargeLog(cache).proofMilliseconds())}
            """)
    }

    /// The count of an operation, and the time that it took.
    private struct Rate {
        private var count = 0
        private var seconds = 0.0

        var perSecond: Int { Int(Double(count) / seconds) }

        mutating func run(for seconds: Double, _ body: () throws -> Bool) rethrows {
            let begun = ContinuousClock.now
            let end = begun + .seconds(seconds)
            while ContinuousClock.now < end {
                for _ in 0..<20 {
                    guard try body() else { preconditionFailure("a result is wrong") }
                    count += 1
                }
            }
            self.seconds += (ContinuousClock.now - begun) / .seconds(1)
        }
    }
}
