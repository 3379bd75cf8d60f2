import Primitives
import VerifiableClaims
import Wallet

/// Data to share, and the claim by which it can be verified.
public struct Share: Sendable, Equatable {
    /// The claim's keys that are shared; without a claim the data themselves, each `key=value`, which nothing proves.
    public var keys: [String]
    /// The claim; of a share that was received, it has the shared keys and values alone. nil for data without a claim.
    public var claim: Claim?

    /// A share of some keys of a claim; without a claim, of data, each `key=value`.
    public init(keys: [String], claim: Claim? = nil) {
        self.keys = keys
        self.claim = claim
    }

    /// A share of a whole claim.
    public init(claim: Claim) { self.init(keys: claim.claimData.keys.map(\.content).sorted(), claim: claim) }

    init(_ share: ReceivedShare) {
        switch share {
        case .claim(let claim): self.init(claim: Claim(claim))
        case .data(let pairs): self.init(keys: pairs.map { "\($0.key)=\($0.value)" })
        }
    }

    /// The data of a share without claim.
    /// - Throws: ``DIDException`` for a text without an equals sign.
    func pairs() throws -> [ClaimContent.Pair] {
        try keys.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw DIDException("data without a claim are shared as key=value") }
            return ClaimContent.Pair(String(parts[0]), String(parts[1]))
        }
    }
}
