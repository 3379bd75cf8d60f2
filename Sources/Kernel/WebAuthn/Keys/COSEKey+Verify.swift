import Crypto
import CryptoExtras
import Primitives

extension COSEKey {
    /// The shortest and longest modulus, in bytes: 2048 to 8192 bits.
    private static let modulus = 256...1024

    /// Whether a signature, in WebAuthn's form (L3 §6.5.5: ECDSA in DER), is this key's over a message.
    public func accepts(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        guard let verifier = try? verifier() else { return false }
        return verifier(signature, message)
    }

    typealias Verifier = (_ signature: [UInt8], _ message: [UInt8]) -> Bool

    /// Prepares the key; fails when its numbers are no key.
    func verifier() throws -> Verifier {
        switch material {
        case .ec: try ecVerifier()
        case .okp(let x): try Self.verifier(of: Curve25519.Signing.PublicKey(rawRepresentation: x))
        case .rsa(let n, let e): try rsaVerifier(n: n, e: e)
        case .akp(let pub): try mlDSAVerifier(pub)
        }
    }

    private func ecVerifier() throws -> Verifier {
        guard let point else { throw WebAuthnError(.unsupportedKey, "there is no point") }
        switch algorithm {
        case .es256:
            let key = try P256.Signing.PublicKey(x963Representation: point)
            return { signature, message in
                (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
            }
        case .es384:
            let key = try P384.Signing.PublicKey(x963Representation: point)
            return { signature, message in
                (try? P384.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
            }
        case .es512:
            let key = try P521.Signing.PublicKey(x963Representation: point)
            return { signature, message in
                (try? P521.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
            }
        default: throw WebAuthnError(.unsupportedKey, "the algorithm has no curve")
        }
    }

    private static func verifier(of key: Curve25519.Signing.PublicKey) -> Verifier {
        { signature, message in key.isValidSignature(signature, for: message) }
    }

    private func rsaVerifier(n: [UInt8], e: [UInt8]) throws -> Verifier {
        guard Self.modulus.contains(n.count), e.count <= 8 else {
            throw WebAuthnError(.unsupportedKey, "the modulus is too short or too long")
        }
        let key = try _RSA.Signing.PublicKey(n: n, e: e)
        let algorithm = algorithm
        return { signature, message in
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return switch algorithm {
            case .ps256: key.isValidSignature(signature, for: SHA256.hash(data: message), padding: .PSS)
            case .rs384: key.isValidSignature(signature, for: SHA384.hash(data: message), padding: .insecurePKCS1v1_5)
            case .rs512: key.isValidSignature(signature, for: SHA512.hash(data: message), padding: .insecurePKCS1v1_5)
            case .rs1: key.isValidSignature(signature, for: Insecure.SHA1.hash(data: message), padding: .insecurePKCS1v1_5)
            default: key.isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
            }
        }
    }

    private func mlDSAVerifier(_ pub: [UInt8]) throws -> Verifier {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            throw WebAuthnError(.unsupportedKey, "this system has no ML-DSA")
        }
        if algorithm == .mlDSA65 {
            let key = try MLDSA65.PublicKey(rawRepresentation: pub)
            return { signature, message in key.isValidSignature(signature, for: message) }
        }
        let key = try MLDSA87.PublicKey(rawRepresentation: pub)
        return { signature, message in key.isValidSignature(signature, for: message) }
    }
}
