import Primitives

/// A signature algorithm by its number in the registry of COSE (RFC 9053 §2, RFC 8812 §2, RFC 9964); in WebAuthn a
/// `COSEAlgorithmIdentifier` (L3 §5.8.5).
public struct COSEAlgorithm: Sendable, Hashable, RawRepresentable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// ECDSA on P-256 with SHA-256.
    public static let es256 = Self(rawValue: -7)
    /// ECDSA on P-384 with SHA-384.
    public static let es384 = Self(rawValue: -35)
    /// ECDSA on P-521 with SHA-512.
    public static let es512 = Self(rawValue: -36)
    /// Ed25519.
    public static let edDSA = Self(rawValue: -8)
    /// RSASSA-PSS with SHA-256.
    public static let ps256 = Self(rawValue: -37)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = Self(rawValue: -257)
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    public static let rs384 = Self(rawValue: -258)
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    public static let rs512 = Self(rawValue: -259)
    /// RSASSA-PKCS1-v1_5 with SHA-1: in attestation statements of older TPMs only, never for a credential.
    public static let rs1 = Self(rawValue: -65535)
    /// ML-DSA-65.
    public static let mlDSA65 = Self(rawValue: -49)
    /// ML-DSA-87.
    public static let mlDSA87 = Self(rawValue: -50)

    /// The algorithms by which a credential can be verified, the preferred ones first.
    public static let supported: [Self] = [.es256, .edDSA, .es384, .es512, .ps256, .rs256, .rs384, .rs512, .mlDSA65, .mlDSA87]
    /// The algorithms that a relying party offers when it has no wishes (L3 §5.4 recommends EdDSA, ES256 and RS256).
    public static let usual: [Self] = [.es256, .edDSA, .rs256]

    /// Its name in the registry; nil for one that isn't known here.
    public var name: String? { Self.names.first { $0.value == self }?.key }

    /// The algorithm of a registered name.
    public init?(name: String) {
        guard let algorithm = Self.names[name] else { return nil }
        self = algorithm
    }

    private static let names: [String: Self] = [
        "ES256": es256, "ES384": es384, "ES512": es512, "EdDSA": edDSA, "PS256": ps256, "RS256": rs256, "RS384": rs384, "RS512": rs512,
        "RS1": rs1, "ML-DSA-65": mlDSA65, "ML-DSA-87": mlDSA87,
    ]
}
