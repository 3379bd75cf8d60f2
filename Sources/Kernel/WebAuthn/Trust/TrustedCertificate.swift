import Crypto
public import Foundation
import Primitives
import SwiftASN1
import X509

/// A trusted certificate, with what an administrator sees of it.
public struct TrustedCertificate: Sendable, Equatable {
    private static let largest = 16 << 10

    /// The certificate in DER, as it was read.
    public let der: [UInt8]
    /// The subject's name, `CN=Example CA,O=Example`.
    public let subject: String
    /// The time when the certificate's validity ends.
    public let expires: Date

    /// Reads a certificate of up to 16 KiB. Throws ``WebAuthnError/Code/malformed``.
    public init(der: [UInt8]) throws(WebAuthnError) {
        guard der.count <= Self.largest else { throw WebAuthnError(.malformed, "the certificate is too large") }
        do {
            let certificate = try Certificate(derEncoded: der)
            subject = certificate.subject.description
            expires = certificate.notValidAfter
        } catch { throw WebAuthnError(.malformed, "the certificate can't be read", underlying: error) }
        self.der = der
    }

    /// The SHA-256 of the certificate, in lower-case hexadecimal.
    public var fingerprint: String { Self.fingerprint(of: der) }

    /// The certificate of a fingerprint among those of a file in PEM, such as a system's; nil when it isn't there.
    public static func certificate(_ fingerprint: String, inPEM text: String) -> TrustedCertificate? {
        let documents = (try? PEMDocument.parseMultiple(pemString: text)) ?? []
        return documents.first { self.fingerprint(of: $0.derBytes) == fingerprint }.flatMap { try? TrustedCertificate(der: $0.derBytes) }
    }

    private static func fingerprint(of der: [UInt8]) -> String {
        SHA256.hash(data: der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
