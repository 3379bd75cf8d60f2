import Crypto

/// An HMAC key with its hash (RFC 7518 §3.2).
struct MACKey<Hash: HashFunction>: SignatureMaker, SignatureChecker {
    let key: SymmetricKey

    func signature(over input: [UInt8]) -> [UInt8] { Array(HMAC<Hash>.authenticationCode(for: input, using: key)) }

    /// Compares in constant time.
    func accepts(_ signature: [UInt8], over input: [UInt8]) -> Bool {
        HMAC<Hash>.isValidAuthenticationCode(signature, authenticating: input, using: key)
    }
}
