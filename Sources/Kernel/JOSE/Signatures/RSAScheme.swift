import Crypto
import CryptoExtras

/// The hash and padding that an RSA algorithm uses (RFC 7518 §3.3, §3.5).
struct RSAScheme: Sendable {
    let padding: _RSA.Signing.Padding
    private let hash: SignatureAlgorithm

    /// Nil for an algorithm that isn't RSA's.
    init?(_ algorithm: SignatureAlgorithm) {
        switch algorithm {
        case .rs256, .rs384, .rs512: padding = .insecurePKCS1v1_5
        case .ps256: padding = .PSS
        default: return nil
        }
        hash = algorithm
    }

    /// Calls `body` with the digest of `input`.
    func withDigest<Result>(of input: [UInt8], _ body: (any Digest) throws -> Result) rethrows -> Result {
        switch hash {
        case .rs384: try body(SHA384.hash(data: input))
        case .rs512: try body(SHA512.hash(data: input))
        default: try body(SHA256.hash(data: input))
        }
    }
}

/// An RSA private key with its scheme.
struct RSASigner: SignatureMaker {
    let key: _RSA.Signing.PrivateKey
    let scheme: RSAScheme

    func signature(over input: [UInt8]) throws -> [UInt8] {
        try scheme.withDigest(of: input) { try sign($0) }
    }

    private func sign(_ digest: some Digest) throws -> [UInt8] {
        [UInt8](try key.signature(for: digest, padding: scheme.padding).rawRepresentation)
    }
}

/// An RSA public key with its scheme.
struct RSAVerifier: SignatureChecker {
    let key: _RSA.Signing.PublicKey
    let scheme: RSAScheme

    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
        return scheme.withDigest(of: input) { isValid(signature, $0) }
    }

    private func isValid(_ signature: _RSA.Signing.RSASignature, _ digest: some Digest) -> Bool {
        key.isValidSignature(signature, for: digest, padding: scheme.padding)
    }
}
