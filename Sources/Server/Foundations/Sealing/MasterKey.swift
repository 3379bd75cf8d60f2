import Crypto
import Foundation
package import Primitives

/// A key of 256 bits under which the keys of sealed values are wrapped. It is known by an id of 8 bytes, made from it.
package struct MasterKey: Sendable, Equatable {
    static let idLength = 8

    /// The first bytes of a hash of the key: tells keys apart and says nothing about them.
    let id: [UInt8]
    let secret: Secret

    /// A key of 32 bytes.
    package init(_ secret: Secret) throws(SealError) {
        guard secret.count == 32 else {
            throw SealError(.malformedKey, "a master key has \(secret.count) bytes; it must have 32")
        }
        self.secret = secret
        id = secret.withBytes { bytes in
            var hash = SHA256()
            hash.update(data: Array("gatehouse master key id".utf8))
            hash.update(bufferPointer: bytes)
            return Array(hash.finalize().bytes.prefix(Self.idLength))
        }
    }

    /// A key from its base64, as `openssl rand -base64 32` makes it.
    package init(base64 text: some StringProtocol) throws(SealError) {
        guard let data = Data(base64Encoded: String(text)) else {
            throw SealError(.malformedKey, "a master key is not base64; make one with: openssl rand -base64 32")
        }
        try self.init(Secret(bytes: data))
    }

    /// A new key.
    package static func generate(_ random: some RandomSource) throws(SealError) -> MasterKey {
        try MasterKey(Secret(bytes: random.bytes(32)))
    }

    /// The key as base64.
    var base64: String { secret.withBytes { Data($0).base64EncodedString() } }

    /// The key as swift-crypto takes it.
    var symmetricKey: SymmetricKey { secret.withBytes { SymmetricKey(data: $0) } }
}
