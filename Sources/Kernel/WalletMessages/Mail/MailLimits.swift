import Primitives
import VerifiableClaims

/// The bounds on mail (`docs/protocols/claims.md` 6).
public enum MailLimits {
    /// The longest sealed envelope, in bytes: one of the longest message, sealed.
    public static let longestEnvelope = EnvelopeContent.mostSealedBytes
    /// The number of bytes of an envelope that one stamp pays for.
    public static let bytesPerStamp = 1 << 20

    /// The number of stamps that an envelope needs: one for each begun MiB.
    /// - Parameter bytes: the envelope's length; for an empty one, too, one stamp is needed.
    public static func stamps(for bytes: Int) -> Int { max(1, (bytes + bytesPerStamp - 1) / bytesPerStamp) }
}
