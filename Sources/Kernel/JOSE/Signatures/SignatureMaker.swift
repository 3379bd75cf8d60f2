import Crypto
import Foundation
import Primitives

/// A prepared private key that signs.
protocol SignatureMaker: Sendable {
    func signature(over input: [UInt8]) throws -> [UInt8]
}

/// A prepared key that checks signatures.
protocol SignatureChecker: Sendable {
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool
}

extension HashFunction {
    /// The digest of an array, from where it lies: the library's own way over any data costs more than the hash of a token.
    fileprivate static func digest(of input: [UInt8]) -> Digest {
        var hash = Self()
        input.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize()
    }
}

extension P256.Signing.PrivateKey: SignatureMaker {
    func signature(over input: [UInt8]) throws -> [UInt8] { [UInt8](try signature(for: SHA256.digest(of: input)).rawRepresentation) }
}

extension P384.Signing.PrivateKey: SignatureMaker {
    func signature(over input: [UInt8]) throws -> [UInt8] { [UInt8](try signature(for: SHA384.digest(of: input)).rawRepresentation) }
}

extension P521.Signing.PrivateKey: SignatureMaker {
    func signature(over input: [UInt8]) throws -> [UInt8] { [UInt8](try signature(for: SHA512.digest(of: input)).rawRepresentation) }
}

extension Curve25519.Signing.PrivateKey: SignatureMaker {
    func signature(over input: [UInt8]) throws -> [UInt8] { [UInt8](try signature(for: input)) }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension MLDSA65.PrivateKey: SignatureMaker {
    func signature(over input: [UInt8]) throws -> [UInt8] { [UInt8](try signature(for: input)) }
}

extension P256.Signing.PublicKey: SignatureChecker {
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return isValidSignature(signature, for: SHA256.digest(of: input))
    }
}

extension P384.Signing.PublicKey: SignatureChecker {
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool {
        guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return isValidSignature(signature, for: SHA384.digest(of: input))
    }
}

extension P521.Signing.PublicKey: SignatureChecker {
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool {
        guard let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return isValidSignature(signature, for: SHA512.digest(of: input))
    }
}

extension Curve25519.Signing.PublicKey: SignatureChecker {
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool {
        signature.count == 64 && isValidSignature(signature, for: input)
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension MLDSA65.PublicKey: SignatureChecker {
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool { isValidSignature(signature, for: input) }
}
