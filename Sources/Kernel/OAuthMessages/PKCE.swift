import Crypto
public import Primitives

/// Proof Key for Code Exchange with `S256`, the only method there is here (RFC 7636).
public enum PKCE {
    /// The value of `code_challenge_method`.
    public static let method = "S256"

    /// A fresh code verifier: 43 characters, 256 bits (RFC 7636 §4.1).
    public static func verifier(from random: some RandomSource) -> String { random.token(32) }

    /// The challenge of a verifier (RFC 7636 §4.2).
    public static func challenge(of verifier: some StringProtocol) -> String {
        Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
    }

    /// Whether a verifier belongs to a challenge; false for a verifier of impossible length or characters (§4.1, §4.6).
    public static func verify(_ verifier: String, against challenge: String) -> Bool {
        isWellFormed(verifier) && constantTimeEqual(Array(Self.challenge(of: verifier).utf8), Array(challenge.utf8))
    }

    /// Whether a text can be a challenge: the base64url text of 32 bytes (§4.2).
    public static func isChallenge(_ text: String) -> Bool {
        text.utf8.count == 43 && Base64URL.decode(text)?.count == 32
    }

    /// 43 to 128 unreserved characters; `+` and `/` too, since one client family encodes with the standard alphabet.
    static func isWellFormed(_ verifier: String) -> Bool {
        (43...128).contains(verifier.utf8.count) && verifier.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._~+/".utf8.contains(byte)
        }
    }
}
