import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A self-signed certificate for `localhost` and its key, made for one test.
struct TestIdentity {
    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    init(name: String = "localhost") throws {
        key = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName(name) }
        let now = Date()
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: now.addingTimeInterval(-60), notValidAfter: now.addingTimeInterval(3600), issuer: subject,
            subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([.dnsName(name)])
            }, issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// The pin of its public key, made as the documentation's openssl command does: from the DER of the SubjectPublicKeyInfo.
    var pin: String { Data(SHA256.hash(data: key.publicKey.derRepresentation)).base64EncodedString() }

    var pem: [UInt8] { get throws { Array(try certificate.serializeAsPEM().pemString.utf8) } }

    /// A configuration that prefers HTTP/2, which ``LoopbackServer`` doesn't speak: a client that offers it gets no answer.
    func serverConfiguration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(pem).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)))
        configuration.applicationProtocols = ["h2", "http/1.1"]
        return configuration
    }
}
