import Primitives
public import VerifiableClaims

/// A part of a share: chosen keys of a claim, with the proof of who signed them, or data that nothing proves.
public enum ShareSelection: Sendable {
    /// The values of some keys of a claim that the wallet keeps. Of no keys, it shows that the holder has the claim, and nothing that it says.
    case claim(HeldClaim, keys: [String])
    /// Keys and values that nothing proves.
    case data([ClaimContent.Pair])

    /// A whole claim.
    public static func whole(_ claim: HeldClaim) -> ShareSelection { .claim(claim, keys: claim.keys) }
}
