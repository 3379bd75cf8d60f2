internal import Crypto
internal import Foundation
import Primitives

/// HMAC with its key worked in already, so that each of many codes costs the message alone.
enum PreparedMAC: Sendable {
    case sha1(HMAC<Insecure.SHA1>)
    case sha256(HMAC<SHA256>)
    case sha384(HMAC<SHA384>)
    case sha512(HMAC<SHA512>)

    init(_ algorithm: HashAlgorithm, key: Secret) {
        let key = key.withBytes { SymmetricKey(data: $0) }
        self =
            switch algorithm {
            case .sha1: .sha1(HMAC(key: key))
            case .sha256: .sha256(HMAC(key: key))
            case .sha384: .sha384(HMAC(key: key))
            case .sha512: .sha512(HMAC(key: key))
            }
    }

    /// The 31 bits of a counter's MAC that make its code (RFC 4226 §5.3).
    func number(at counter: UInt64) -> UInt32 {
        switch self {
        case .sha1(let mac): Self.number(mac, counter)
        case .sha256(let mac): Self.number(mac, counter)
        case .sha384(let mac): Self.number(mac, counter)
        case .sha512(let mac): Self.number(mac, counter)
        }
    }

    private static func number<Hash: HashFunction>(_ prepared: HMAC<Hash>, _ counter: UInt64) -> UInt32 {
        var mac = prepared
        withUnsafeBytes(of: counter.bigEndian) { mac.update(data: $0) }
        return mac.finalize().withUnsafeBytes { Truncation.number(of: $0) }
    }
}
