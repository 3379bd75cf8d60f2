import Crypto
import CryptoExtras
import Foundation
import JOSE
import Primitives

/// A private key, sealed with AES-256-GCM under what scrypt (RFC 7914) makes of a PIN.
struct SealedKey: Sendable {
    /// 32 MiB and some 60 ms for each try.
    private static let (rounds, blockSize, parallelism) = (1 << 15, 8, 1)

    private let algorithm: SignatureAlgorithm
    private let salt: [UInt8]
    private let sealed: [UInt8]
    /// Wrong PINs in a row.
    var failures = 0

    init(
        _ pair: JWK, of algorithm: SignatureAlgorithm, under pin: Secret, name: String, random: any RandomSource
    ) throws(DeviceBindingError) {
        self.algorithm = algorithm
        salt = random.bytes(16)
        do {
            guard let secret = pair.privateBytes else { throw DeviceBindingError(.abort, "a public key can't be sealed") }
            let sealing = try Self.key(pin, salt)
            let nonce = try AES.GCM.Nonce(data: random.bytes(12))
            let box = try secret.withBytes { try AES.GCM.seal($0, using: sealing, nonce: nonce, authenticating: Array(name.utf8)) }
            sealed = Array(nonce) + box.ciphertext + box.tag
        } catch { throw DeviceBindingError(.abort, "the key can't be sealed", underlying: error) }
    }

    /// The key; nil for another PIN.
    func open(with pin: Secret, name: String) throws(DeviceBindingError) -> JWK? {
        let key: SymmetricKey
        do { key = try Self.key(pin, salt) } catch { throw DeviceBindingError(.abort, "the PIN can't be stretched", underlying: error) }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Array(name.utf8))
        else { return nil }
        return try? JWK(algorithm, privateBytes: Secret(bytes: bytes))
    }

    private static func key(_ pin: Secret, _ salt: [UInt8]) throws -> SymmetricKey {
        try pin.withBytes { bytes in
            try KDF.Scrypt.deriveKey(
                from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize, parallelism: parallelism,
                maxMemory: 128 << 20)
        }
    }
}

extension SealedKey {
    var json: JSONValue {
        [
            "salt": .string(Base64URL.encode(salt)), "sealed": .string(Base64URL.encode(sealed)),
            "alg": .string(algorithm.rawValue), "failures": .integer(Int64(failures)),
        ]
    }

    /// Reads ``json``; nil for anything else.
    init?(json: JSONValue) {
        guard let salt = json["salt"]?.string.flatMap({ Base64URL.decode($0) }),
            let sealed = json["sealed"]?.string.flatMap({ Base64URL.decode($0) }), let failures = json["failures"]?.integer
        else { return nil }
        algorithm = json["alg"]?.string.flatMap(SignatureAlgorithm.init) ?? .es256
        self.salt = salt
        self.sealed = sealed
        self.failures = Int(failures)
    }
}
