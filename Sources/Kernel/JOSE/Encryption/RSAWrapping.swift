import Crypto
import CryptoExtras
import Foundation
import Primitives

/// An RSA public key that encrypts content keys (RFC 7518 §4.3).
struct RSAWrappingKey: @unchecked Sendable {  // swift-crypto leaves the mark off its encryption keys, which never change
    private let key: _RSA.Encryption.PublicKey

    init(_ key: RSAKey) throws { self.key = try _RSA.Encryption.PublicKey(n: key.n, e: key.e) }

    func wrap(_ contentKey: SymmetricKey) throws -> [UInt8] {
        [UInt8](try key.encrypt(contentKey.withUnsafeBytes { Data($0) }, padding: .PKCS1_OAEP_SHA256))
    }
}

/// An RSA private key that decrypts content keys (RFC 7518 §4.3).
struct RSAUnwrappingKey: @unchecked Sendable {  // swift-crypto leaves the mark off these too, which never change
    private let key: _RSA.Encryption.PrivateKey

    init(_ key: RSAKey) throws {
        guard let secrets = key.secrets else { throw JWKError(.notUsable, "a public key can't decrypt") }
        self.key = try secrets.d.withBytes { d in
            try secrets.p.withBytes { p in
                try secrets.q.withBytes { q in try _RSA.Encryption.PrivateKey(n: key.n, e: key.e, d: d, p: p, q: q) }
            }
        }
    }

    func unwrap(_ wrapped: [UInt8]) throws -> SymmetricKey {
        SymmetricKey(data: try key.decrypt(wrapped, padding: .PKCS1_OAEP_SHA256))
    }
}
