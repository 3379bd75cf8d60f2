import Crypto
import Foundation
import GatehouseServer
import NIOSSL
import ServerTesting
import SwiftASN1
import Testing
import X509

@Suite("TLS")
struct TLSTests {
    @Test("with a certificate it serves HTTP/2 and says so in its public URL")
    func serves() async throws {
        let directory = try TemporaryDirectory()
        let identity = try SelfSigned()
        let files = try identity.write(to: directory)
        try await TestServer.run(settings: ["tls-cert": files.certificate, "tls-key": files.key]) { server async throws in
            #expect(server.url.hasPrefix("https://"))
            let answer = try await Browser.get(server.url + "/live", trusting: try identity.nioCertificate)
            #expect(answer.status == 200 && answer.isHTTP2)
        }
        directory.remove()
    }

    @Test("a key that isn't the certificate's, and files that hold something else, are refused by name")
    func refused() async throws {
        let directory = try TemporaryDirectory()
        let (one, other) = (try SelfSigned().write(to: directory), try SelfSigned().write(to: directory))
        let text = try directory.write("hello", to: "text.pem")
        for (certificate, key) in [
            (one.certificate, other.key), (text, one.key), (one.certificate, text), ("/nowhere.pem", one.key),
            (one.certificate, "/nowhere.pem"),
        ] {
            let settings = try ResolvedSettings(flags: ["tls-cert": certificate, "tls-key": key])
            #expect(throws: ServerError.self) { try ServerConfiguration(settings).check() }
        }
        directory.remove()
    }
}

/// A certificate for 127.0.0.1, signed by itself.
private struct SelfSigned {
    private let key = P256.Signing.PrivateKey()
    private let certificate: Certificate

    init() throws {
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

    var nioCertificate: NIOSSLCertificate {
        get throws { try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().derBytes), format: .der) }
    }

    func write(to directory: TemporaryDirectory) throws -> (certificate: String, key: String) {
        let name = UUID().uuidString
        return (
            try directory.write(try certificate.serializeAsPEM().pemString, to: name + ".crt"),
            try directory.write(key.pemRepresentation, to: name + ".key")
        )
    }
}
