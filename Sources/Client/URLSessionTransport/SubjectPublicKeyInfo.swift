import Primitives

#if canImport(Darwin)
import Foundation
import Security

/// The SubjectPublicKeyInfo of a server's leaf certificate. The system gives out bare keys, so the algorithm's DER header is
/// put before them again; nil for a kind of key that servers don't have.
struct SubjectPublicKeyInfo {
    let bytes: [UInt8]

    init?(of trust: SecTrust) {
        guard let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
            let key = SecCertificateCopyKey(leaf), let raw = SecKeyCopyExternalRepresentation(key, nil) as Data?,
            let attributes = SecKeyCopyAttributes(key) as? [CFString: Any], let type = attributes[kSecAttrKeyType] as? String,
            let bits = attributes[kSecAttrKeySizeInBits] as? Int, let algorithm = Self.algorithm(type, bits)
        else { return nil }
        let bitString = Self.der(0x03, [0] + raw)
        bytes = Self.der(0x30, algorithm + bitString)
    }

    /// The AlgorithmIdentifier (RFC 3279 §2.3.1, RFC 5480 §2.1.1).
    private static func algorithm(_ type: String, _ bits: Int) -> [UInt8]? {
        if type == kSecAttrKeyTypeRSA as String {
            return [0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
        }
        guard type == kSecAttrKeyTypeECSECPrimeRandom as String else { return nil }
        let key: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        let curves: [Int: [UInt8]] = [
            256: [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], 384: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22],
            521: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23],
        ]
        return curves[bits].map { der(0x30, key + $0) }
    }

    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            switch count {
            case ..<0x80: [UInt8(count)]
            case ..<0x100: [0x81, UInt8(count)]
            default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
            }
        return [tag] + length + content
    }
}
#endif
