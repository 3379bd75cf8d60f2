import Crypto
import Foundation
import Primitives

/// The claim `at_hash`, which binds an access token to the ID token beside it (OpenID Connect Core §3.1.3.6).
public enum AccessTokenHash {
    /// The name of the claim.
    public static let claim = "at_hash"

    /// The base64url text of the left half of the access token's digest, by the hash function of the ID token's signature.
    ///
    /// Ed25519 hashes with SHA-512 and so does this claim; ML-DSA-65 has no hash function of its own, for which SHA-512 stands, too.
    public static func value(of accessToken: String, beside algorithm: SignatureAlgorithm) -> String {
        let text = Array(accessToken.utf8)
        return switch algorithm {
        case .es256, .rs256, .ps256, .hs256: leftHalf(SHA256.hash(data: text))
        case .es384, .rs384, .hs384: leftHalf(SHA384.hash(data: text))
        case .es512, .rs512, .hs512, .edDSA, .mlDSA65: leftHalf(SHA512.hash(data: text))
        }
    }

    private static func leftHalf(_ digest: some Digest) -> String {
        digest.withUnsafeBytes { Base64URL.encode($0.prefix($0.count / 2)) }
    }
}
