import Crypto
import Foundation
import Primitives
import SwiftASN1
import Testing
import WebAuthn
import X509

/// Files of the Metadata Service that are made here: a root, a signer, and what it says.
@Suite("FIDO metadata")
struct MetadataTests {
    private static let model = "0132d110-bf4e-4208-a403-ab4f5f12efe5"

    /// Who publishes.
    private struct Publisher {
        let key = P256.Signing.PrivateKey()
        let root: [UInt8]
        let leaf: [UInt8]

        init(host: String = MetadataBlob.alliance) throws {
            let rootKey = P256.Signing.PrivateKey()
            let (now, rootName) = (Ceremony.now, try DistinguishedName { CommonName("Root") })
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

        func file(_ payload: JSONValue, algorithm: String = "ES256", header extra: JSONObject = [:]) throws -> String {
            var header: JSONObject = ["alg": .string(algorithm), "x5c": [.string(Data(leaf).base64EncodedString())]]
            for member in extra.members { header[member.name] = member.value }
            let input = Base64URL.encode(JSONValue.object(header).encoded) + "." + Base64URL.encode(payload.encoded)
            return try input + "." + Base64URL.encode(key.signature(for: Data(input.utf8)).rawRepresentation)
        }
    }

    private static func payload(_ statuses: [String], root: [UInt8] = [1, 2, 3]) -> JSONValue {
        [
            "no": 7, "nextUpdate": "2026-12-01", "legalHeader": "…",
            "entries": [
                [
                    "aaguid": .string(model.uppercased()), "timeOfLastStatusChange": "2026-01-01",
                    "metadataStatement": [
                        "description": "A key", "attestationRootCertificates": [.string(Data(root).base64EncodedString() + "\n")],
                    ], "statusReports": .array(statuses.map { ["status": .string($0), "effectiveDate": "2026-01-01"] }),
                ],
                ["attestationCertificateKeyIdentifiers": ["abcdef"], "metadataStatement": ["description": "U2F"], "statusReports": []],
                "no entry",
            ],
        ]
    }

    private func refusal(
        _ text: String, _ publisher: Publisher, host: String? = MetadataBlob.alliance, at now: Date = Ceremony.now
    ) async
        -> WebAuthnError.Code?
    {
        do {
            _ = try await MetadataBlob.verified(text, anchors: [publisher.root], host: host, at: now)
            return nil
        } catch { return error.code }
    }

    @Test("a signed file tells of models by their AAGUIDs")
    func read() async throws {
        let publisher = try Publisher()
        let blob = try await MetadataBlob.verified(
            publisher.file(Self.payload(["FIDO_CERTIFIED", "FIDO_CERTIFIED_L2", "FIDO_CERTIFIED_L1plus"])), anchors: [publisher.root],
            at: Ceremony.now)
        #expect(blob.number == 7 && blob.nextUpdate == "2026-12-01" && blob.entries.count == 2)
        let entry = try #require(blob.entry(of: Self.model))
        #expect(entry.description == "A key" && entry.roots == [[1, 2, 3]] && entry.certificationLevel == .l2 && !entry.isCompromised)
        #expect(blob.anchors.byModel == [Self.model: [[1, 2, 3]]] && blob.entry(of: "other") == nil)
        #expect(blob.entries[1].keyIdentifiers == ["abcdef"] && blob.entries[1].model == nil)
    }

    @Test(
        "what became known of a model takes it from the trusted ones",
        arguments: [
            "REVOKED", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE", "USER_KEY_PHYSICAL_COMPROMISE",
            "USER_VERIFICATION_BYPASS",
        ])
    func compromised(_ status: String) async throws {
        let publisher = try Publisher()
        let file = try publisher.file(Self.payload(["FIDO_CERTIFIED_L1", status, "UPDATE_AVAILABLE"]))
        let blob = try await MetadataBlob.verified(file, anchors: [publisher.root], at: Ceremony.now)
        #expect(blob.entry(of: Self.model)?.isCompromised == true && blob.anchors.byModel.isEmpty)
    }

    @Test("a file is believed only from its publisher")
    func refused() async throws {
        let publisher = try Publisher()
        let right = try publisher.file(Self.payload([]))
        #expect(await refusal(right, publisher) == nil)
        #expect(await refusal(right + "\n", publisher) == nil)
        #expect(await refusal(right, try Publisher()) == .untrustedAttestation, "another root")
        #expect(await refusal(right, publisher, at: Ceremony.now.addingTimeInterval(3600)) == .untrustedAttestation, "expired")
        let other = try Publisher(host: "mds.example.com")
        #expect(await refusal(try other.file(Self.payload([])), other) == .untrustedAttestation, "another host")
        #expect(await refusal(try other.file(Self.payload([])), other, host: nil) == nil)
        let parts = right.split(separator: ".").map(String.init)
        let changed = Base64URL.encode(Self.payload(["REVOKED"]).encoded)
        #expect(await refusal([parts[0], changed, parts[2]].joined(separator: "."), publisher) == .invalidSignature)
        #expect(await refusal(try publisher.file(Self.payload([]), algorithm: "none"), publisher) == .invalidSignature)
        #expect(await refusal(try publisher.file(Self.payload([]), algorithm: "RS256"), publisher) == .invalidSignature)
        #expect(await refusal(try publisher.file(Self.payload([]), header: ["crit": ["exp"]]), publisher) == .malformed)
        #expect(await refusal(try publisher.file(["entries": []]), publisher) == .malformed)
        for text in ["", "..", "a.b.c", parts[0] + "." + parts[1], "{}"] { #expect(await refusal(text, publisher) == .malformed) }
    }
}
