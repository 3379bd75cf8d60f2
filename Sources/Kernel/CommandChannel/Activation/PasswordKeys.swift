import Crypto
import CryptoExtras
import Primitives

/// The keys that stand for an activation password, once it was evaluated with the server's key (after RFC 9807).
struct PasswordKeys {
    /// The time for one try is some 60 ms, and its memory 32 MiB.
    static let standardRounds = 1 << 15
    private static let (blockSize, parallelism) = (8, 1)

    private let identity: [UInt8]
    private let secret: SymmetricKey

    /// - Parameters:
    ///   - output: the 48 bytes of the evaluation.
    ///   - rounds: the cost of a try: ``standardRounds`` but in simulations, where both sides have another.
    init(_ output: Secret, registration: [UInt8], user: ChannelUser, rounds: Int) throws(CommandError) {
        identity = registration + user.encoded
        let salt = Array("OC1 stretch".utf8) + registration
        let stretched = output.withBytes { bytes in
            try? KDF.Scrypt.deriveKey(
                from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: Self.blockSize,
                parallelism: Self.parallelism, maxMemory: 128 << 20)
        }
        guard let stretched else { throw CommandError(.invalid, "the password can't be stretched") }
        let both = SymmetricKey(data: stretched.withUnsafeBytes { Array($0) } + output.withBytes { Array($0) })
        secret = HKDF<SHA256>.deriveKey(inputKeyMaterial: both, info: Array("OC1 password".utf8) + identity, outputByteCount: 32)
    }

    /// The key pair that the user has by the password.
    func pair(_ nonce: [UInt8]) throws(CommandError) -> AgreementPair {
        let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, salt: nonce, info: Array("OC1 user key".utf8), outputByteCount: 32)
        return try AgreementPair(derivedFrom: key, "OC1 scalar")
    }

    /// The seal over the server's key, by which a device knows the server that the password is for.
    func seal(_ nonce: [UInt8], serverKey: [UInt8]) -> [UInt8] {
        let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, salt: nonce, info: Array("OC1 envelope".utf8), outputByteCount: 32)
        return HMAC<SHA256>.authenticationCode(for: Array("OC1 envelope".utf8) + nonce + serverKey + identity, using: key).bytes
    }
}

/// The keys of an activation, from three agreements: each side's key of the moment with each key of the other that the password stands behind.
struct ActivationKeys {
    let serverCode: [UInt8]
    let deviceCode: [UInt8]
    let chain: FlowChain

    init(_ agreements: [Secret], transcript: [UInt8]) {
        let material = SymmetricKey(data: agreements.flatMap { $0.withBytes { Array($0) } })
        let keys = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, salt: transcript, info: Array("OC1 activation keys".utf8), outputByteCount: 96
        ).withUnsafeBytes { Array($0) }
        serverCode = Self.code(keys[..<32], transcript)
        deviceCode = Self.code(keys[32..<64], transcript + serverCode)
        chain = FlowChain(root: Secret(bytes: keys[64...]), transcript: SHA256.hash(data: transcript + serverCode).bytes)
    }

    private static func code(_ key: ArraySlice<UInt8>, _ message: [UInt8]) -> [UInt8] {
        HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)).bytes
    }

    /// The hash of what both sides have seen until the server's code: the start as it was sent, and the answer without the code.
    static func transcript(_ start: CommandEnvelope, _ answer: [UInt8]) -> [UInt8] {
        SHA256.hash(data: Array("OC1 activation".utf8) + SHA256.hash(data: start.bytes).bytes + answer).bytes
    }
}
