import JOSE
import Primitives

/// Bounds on submissions.
public enum SubmissionLimits {
    /// The number of cards: a document, a second one, and a selfie.
    public static let mostCards = 3
    /// The number of claims of earlier verifications.
    public static let mostClaims = 4
    /// The longest claim, in bytes.
    public static let longestClaim = 64 << 10
    /// The number of bytes of the signed content.
    public static let mostBytes = 384 << 10
    /// The number of bytes of the sealed message: a token around a token, each in base64url, with their headers.
    public static let mostSealedBytes = mostBytes * 16 / 9 + 16 * 1024
    /// The longest token for a submission, in bytes.
    public static let longestToken = 64
    /// The number of seconds after which a submission that was signed isn't taken any more.
    public static let longestAge = 600

    static let tokens = JOSELimits(token: mostSealedBytes, claims: JSONLimits(bytes: mostBytes, depth: 8, values: 4096))
}
