import Crypto
import Foundation
package import NIOSSL
import SwiftASN1
import X509

/// A certificate for 127.0.0.1 and localhost, signed by itself.
package struct SelfSigned: Sendable {
    private let key = P256.Signing.PrivateKey()
    private let certificate: Certificate

    package init() throws {
        let name = try DistinguishedName { CommonName("gatehouse test") }
        let key = Certificate.PrivateKey(key)
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey, notValidBefore: Date() - 3600,
            notValidAfter: Date() + 3600, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])), .dnsName("localhost")])
                BasicConstraints.isCertificateAuthority(maxPathLength: nil)
            }, issuerPrivateKey: key)
    }

    package var nioCertificate: NIOSSLCertificate {
        get throws { try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().derBytes), format: .der) }
    }

    package var pem: String { get throws { try certificate.serializeAsPEM().pemString } }

    /// The pin of its public key, made as the SDK's documentation does with openssl: from the DER of the SubjectPublicKeyInfo.
    package var pin: String { Data(SHA256.hash(data: key.publicKey.derRepresentation)).base64EncodedString() }

    /// Writes both, and returns the files' paths.
    package func write(to directory: TemporaryDirectory) throws -> (certificate: String, key: String) {
        let name = UUID().uuidString
        return (try directory.write(try pem, to: name + ".crt"), try directory.write(key.pemRepresentation, to: name + ".key"))
    }
}
