import Primitives
import SwiftASN1

/// The material from files by which authenticators can be told apart: certificates to trust, lists of those that are revoked, and the text
/// of a metadata file, which isn't verified yet.
public struct TrustMaterial: Sendable {
    private static let most = 1000
    private static let largest = 24 << 20

    /// The certificates, in the order in which they were read.
    public var certificates: [TrustedCertificate] = []
    /// The lists of revoked certificates, in the order in which they were read.
    public var revocations: [RevocationList] = []
    /// The signed metadata BLOB as text; nil for none.
    public var metadata: String?

    /// Nothing yet.
    public init() {}

    /// Adds what a file holds: PEM with certificates and revocation lists, one of them in DER, or a metadata file.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed`` for anything else, and for a second metadata file.
    public mutating func add(file bytes: [UInt8]) throws(WebAuthnError) {
        let text = String(foreign: bytes)
        if let text, text.contains("-----BEGIN ") {
            try add(pem: text)
        } else if let text, text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
            guard metadata == nil else { throw WebAuthnError(.malformed, "there are two metadata files") }
            metadata = text
        } else {
            try add(der: bytes)
        }
        let der = certificates.map(\.der) + revocations.map(\.der)
        guard der.count <= Self.most, der.reduce(0, { $0 + $1.count }) <= Self.largest else {
            throw WebAuthnError(.malformed, "there are more than \(Self.most) certificates and revocation lists, or they are too large")
        }
    }

    private mutating func add(pem text: String) throws(WebAuthnError) {
        let documents: [PEMDocument]
        do { documents = try PEMDocument.parseMultiple(pemString: text) } catch {
            throw WebAuthnError(.malformed, "the file's PEM can't be read", underlying: error)
        }
        guard documents.count <= Self.most else { throw WebAuthnError(.malformed, "the file holds more than \(Self.most) objects") }
        for document in documents {
            switch document.discriminator {
            case "CERTIFICATE": certificates.append(try TrustedCertificate(der: document.derBytes))
            case "X509 CRL": revocations.append(try RevocationList(der: document.derBytes))
            default: throw WebAuthnError(.malformed, "the file holds a \(document.discriminator.prefix(32)), which is nothing to trust by")
            }
        }
    }

    private mutating func add(der bytes: [UInt8]) throws(WebAuthnError) {
        if let certificate = try? TrustedCertificate(der: bytes) {
            certificates.append(certificate)
        } else if let list = try? RevocationList(der: bytes) {
            revocations.append(list)
        } else {
            throw WebAuthnError(.malformed, "the file is neither a certificate, nor a revocation list, nor metadata")
        }
    }
}
