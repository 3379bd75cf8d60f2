import Crypto
package import Foundation
package import Primitives
import SwiftASN1
import WebAuthn
import X509

/// Who publishes a file of the Metadata Service: a root, and a signer beneath.
package struct MetadataPublisher: Sendable {
    private let key = P256.Signing.PrivateKey()
    /// In DER.
    package let root: [UInt8]
    private let leaf: [UInt8]

    package init(host: String = MetadataBlob.alliance, at now: Date) throws {
        let rootKey = P256.Signing.PrivateKey()
        let rootName = try DistinguishedName { CommonName("Root") }
        func certificate(
            _ key: P256.Signing.PrivateKey, _ subject: DistinguishedName, _ extensions: Certificate.Extensions
        ) throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: now.addingTimeInterval(-60),
                notValidAfter: now.addingTimeInterval(60), issuer: rootName, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: extensions, issuerPrivateKey: .init(rootKey))
        }
        func bytes(_ certificate: Certificate) throws -> [UInt8] {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        }
        root = try bytes(
            certificate(
                rootKey, rootName, Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) }))
        leaf = try bytes(
            certificate(
                key, DistinguishedName { CommonName(host) },
                Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    SubjectAlternativeNames([.dnsName(host)])
                }))
    }

    package func file(_ payload: JSONValue, algorithm: String = "ES256", header extra: JSONObject = [:]) throws -> String {
        var header: JSONObject = ["alg": .string(algorithm), "x5c": [.string(Data(leaf).base64EncodedString())]]
        for member in extra.members { header[member.name] = member.value }
        let input = Base64URL.encode(JSONValue.object(header).encoded) + "." + Base64URL.encode(payload.encoded)
        return try input + "." + Base64URL.encode(key.signature(for: Data(input.utf8)).rawRepresentation)
    }

    /// What a file says of one model.
    package static func payload(number: Int = 7, _ model: String, _ statuses: [String], root: [UInt8] = [1, 2, 3]) -> JSONValue {
        [
            "no": .integer(Int64(number)), "nextUpdate": "2026-12-01", "legalHeader": "…",
            "entries": [
                [
                    "aaguid": .string(model.uppercased()), "timeOfLastStatusChange": "2026-01-01",
                    "metadataStatement": [
                        "description": "A key", "attestationRootCertificates": [.string(Data(root).base64EncodedString() + "\n")],
                    ], "statusReports": .array(statuses.map { ["status": .string($0), "effectiveDate": "2026-01-01"] }),
                ],
                ["attestationCertificateKeyIdentifiers": ["ABCDEF"], "metadataStatement": ["description": "U2F"], "statusReports": []],
                "no entry",
            ],
        ]
    }
}
