import Crypto
import Primitives

/// An HMAC key with its hash (RFC 7518 §3.2).
struct MACKey<Hash: HashFunction>: SignatureMaker, SignatureChecker {
    let key: SymmetricKey

    func signature(over input: [UInt8]) -> [UInt8] { HMAC<Hash>.authenticationCode(for: input, using: key).bytes }

    /// Compares in constant time.
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool {
        HMAC<Hash>.isValidAuthenticationCode(signature, authenticating: input, using: key)
    }
}
