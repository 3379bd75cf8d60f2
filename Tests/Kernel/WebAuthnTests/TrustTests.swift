import AttestationTesting
import Crypto
import Foundation
import Primitives
import Testing
import WebAuthn

/// Authenticators with a vendor's certificate, held against what a relying party trusts.
@Suite("Who vouches for an authenticator")
struct TrustTests {
    private static let model = AttestedCredential.model(Array(repeating: 0, count: 15) + [9])

    private let vendor: PretendAuthority
    private let ceremony: Ceremony
    private let response: RegistrationResponse

    init() throws {
        var ceremony = try Ceremony()
        ceremony.model.aaguid = Array(repeating: 0, count: 15) + [9]
        self.ceremony = ceremony
        vendor = try PretendAuthority(aaguid: ceremony.model.aaguid, at: Ceremony.now)
        let made = try ceremony.model.create(
            for: ceremony.creationOptions, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userVerified: true)
        response = try vendor.vouch(for: made)
    }

    private func refusal(
        of response: RegistrationResponse? = nil, _ change: (inout AttestationPolicy) throws -> Void
    ) async throws -> WebAuthnError.Code? {
        var expected = ceremony.registering
        expected.attestation = AttestationPolicy(anchors: TrustAnchors(all: [try vendor.root]))
        try change(&expected.attestation)
        return await expected.refusal(of: response ?? self.response)
    }

    private func entry(_ statuses: [String], root: [UInt8]? = nil) throws -> [String: MetadataEntry] {
        let payload = MetadataPublisher.payload(Self.model, statuses, root: try root ?? vendor.root)
        let blob = try MetadataBlob(payload: payload.encoded)
        return Dictionary(blob.entries.flatMap { entry in entry.names.map { ($0, entry) } }) { first, _ in first }
    }

    @Test("a certificate that leads to a trusted one does; another vendor's doesn't")
    func anchors() async throws {
        #expect(try await refusal { _ in } == nil)
        let other = try PretendAuthority(at: Ceremony.now).root
        #expect(try await refusal { $0.anchors = TrustAnchors(all: [other]) } == .untrustedAttestation)
    }

    @Test("metadata vouches for its models; one that it warns of is refused, whoever trusts the certificate")
    func metadata() async throws {
        let (fine, revoked) = (try entry(["FIDO_CERTIFIED_L1"]), try entry(["FIDO_CERTIFIED_L1", "REVOKED", "UPDATE_AVAILABLE"]))
        #expect(
            try await refusal {
                $0.anchors = TrustAnchors()
                $0.models = fine
            } == nil)
        #expect(try await refusal { $0.models = revoked } == .compromisedModel)
        #expect(
            try await refusal {
                $0.acceptsUntrusted = true
                $0.models = revoked
            } == .compromisedModel)
        let foreign = try entry(["FIDO_CERTIFIED_L1"], root: try PretendAuthority(at: Ceremony.now).root)
        #expect(try await refusal { $0.models = foreign } == .untrustedAttestation, "a known model, by another vendor's certificate")
    }

    @Test(
        "a level is reached by what metadata reports, and by nothing else",
        arguments: [
            (["FIDO_CERTIFIED_L2"], CertificationLevel.l2, nil), (["FIDO_CERTIFIED_L3"], .l2, nil), (["FIDO_CERTIFIED"], .l1, nil),
            (["FIDO_CERTIFIED_L1plus"], .l2, .uncertifiedModel), (["FIDO_CERTIFIED"], .l1plus, .uncertifiedModel),
            (["NOT_FIDO_CERTIFIED"], .l1, .uncertifiedModel), ([], .l1, .uncertifiedModel),
            (["FIDO_CERTIFIED_L3plus", "USER_VERIFICATION_BYPASS"], .l1, .compromisedModel),
        ] as [([String], CertificationLevel, WebAuthnError.Code?)])
    func level(_ statuses: [String], _ least: CertificationLevel, _ expected: WebAuthnError.Code?) async throws {
        let models = try entry(statuses)
        #expect(
            try await refusal {
                $0.models = models
                $0.leastLevel = least
            } == expected)
        #expect(try await refusal { $0.leastLevel = least } == .uncertifiedModel, "a model that nobody knows")
    }

    @Test("who vouches for itself, or says nothing, has no level")
    func unvouched() async throws {
        let models = try entry(["FIDO_CERTIFIED_L3"])
        for format in ["none", "packed"] {
            var options = ceremony.creationOptions
            if format == "none" { options.attestation = .none }
            let made = try ceremony.model.create(
                for: options, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userVerified: true)
            #expect(
                try await refusal(of: made) {
                    $0.models = models
                    $0.leastLevel = .l1
                } == .attestationRequired)
        }
    }

    @Test("metadata knows authenticators of U2F by the key that attests them")
    func keyIdentifiers() async throws {
        let vector = Vector.named("fido-u2f.ES256")
        let name = try #require(try AttestationObject(bytes: vector.response.attestationObject).modelNames.last)
        #expect(name.count == 40)
        var json = try #require(MetadataPublisher.payload(Self.model, ["REVOKED"])["entries"]?.array?[0].object)
        json["aaguid"] = nil
        json["attestationCertificateKeyIdentifiers"] = [.string(name.uppercased())]
        let entry = try #require(MetadataEntry(.object(json)))
        #expect(entry.names == [name] && MetadataEntry(entry.json) == entry)
        var expected = vector.registering
        expected.attestation.models = [name: entry]
        #expect(await expected.refusal(of: vector.response) == .compromisedModel)
    }

    @Test("where revocation is looked at, a current list of each authority must say that all is well")
    func revocation() async throws {
        func lists(_ lists: [UInt8]...) -> [RevocationList] { lists.compactMap { try? RevocationList(der: $0) } }
        let (root, authority) = (try vendor.revocationList(of: .root), try vendor.revocationList(of: .authority))
        let stranger = P256.Signing.PrivateKey()
        let cases: [(String, [RevocationList], WebAuthnError.Code?)] = [
            ("both", lists(root, authority), nil),
            ("none", [], .unknownRevocation),
            ("the root's only", lists(root), .unknownRevocation),
            ("the authority's only", lists(authority), .unknownRevocation),
            ("the authenticator is revoked", lists(root, try vendor.revocationList(of: .authority, revoking: true)), .revokedCertificate),
            ("the authority is revoked", lists(try vendor.revocationList(of: .root, revoking: true), authority), .revokedCertificate),
            ("of two, one revokes", lists(root, authority, try vendor.revocationList(of: .authority, revoking: true)), .revokedCertificate),
            ("an old one", lists(root, try vendor.revocationList(of: .authority, age: 3601)), .unknownRevocation),
            ("one of tomorrow", lists(root, try vendor.revocationList(of: .authority, age: -60)), .unknownRevocation),
            ("a stranger's", lists(root, try vendor.revocationList(of: .authority, signedBy: stranger)), .unknownRevocation),
            (
                "another authority's of the same name",
                lists(root, try PretendAuthority(at: Ceremony.now).revocationList(of: .authority)), .unknownRevocation
            ),
        ]
        for (name, lists, expected) in cases {
            #expect(try await refusal { $0.revocations = lists } == expected, "\(name)")
        }
        #expect(cases.map(\.1.count) == [2, 0, 1, 1, 2, 2, 3, 2, 2, 2, 2])
    }

    @Test("a revocation list is read whole, or not at all")
    func lists() throws {
        let der = try vendor.revocationList(of: .authority, revoking: true)
        let list = try RevocationList(der: der)
        #expect(list.count == 1 && list.authority.contains("Authority") && list.updated == Ceremony.now - 60)
        #expect(list.nextUpdate == Ceremony.now + 3540)
        let partial = try vendor.revocationList(of: .authority, isPartial: true)
        #expect(throws: WebAuthnError(.malformed, "")) { try RevocationList(der: partial) }
        for length in 0..<der.count {
            #expect(throws: WebAuthnError(.malformed, "")) { try RevocationList(der: Array(der.prefix(length))) }
        }
        #expect(throws: WebAuthnError(.malformed, "")) { try RevocationList(der: der + [0]) }
    }

    /// With UTCTime, a reason for the one that it revokes, and a number of its own.
    private static let ofOpenSSL =
        "MIHWMH0CAQEwCgYIKoZIzj0EAwIwJzEQMA4GA1UECgwHRXhhbXBsZTETMBEGA1UEAwwKRXhhbXBsZSBDQRcNMjYxMTIyMDk0MTEwWhcNMjYxMjIyMDk0"
        + "MTEwWjAVMBMCAhABFw0yNjAxMDEwMDAwMDBaoA4wDDAKBgNVHRQEAwIBATAKBggqhkjOPQQDAgNJADBGAiEA/9/sv1ExKOrw9r0m2ztVKIk91cNL/iN4"
        + "ChHlddyTv0ECIQCO49DFUO95TTgFJ4KUUsE2T38dMf5YyhruT3ACK17zNg=="

    @Test("a list as OpenSSL writes it")
    func foreign() throws {
        let list = try RevocationList(der: Array(try #require(Data(base64Encoded: Self.ofOpenSSL))))
        #expect(list.count == 1 && list.authority == "CN=Example CA,O=Example")
        #expect(list.nextUpdate == list.updated + 30 * 86_400)
    }

    @Test("files are told apart by what they hold")
    func files() throws {
        var material = TrustMaterial()
        try material.add(file: Array(vendor.rootPEM.utf8))
        try material.add(file: vendor.root)
        try material.add(file: vendor.revocationList(of: .root))
        let metadata = try MetadataPublisher(at: Ceremony.now).file(MetadataPublisher.payload(Self.model, []))
        try material.add(file: Array((metadata + "\n").utf8))
        #expect(material.certificates.count == 2 && material.revocations.count == 1 && material.metadata?.isEmpty == false)
        #expect(material.certificates[0] == material.certificates[1] && material.certificates[0].subject.contains("Pretend Keys"))
        let hash = SHA256.hash(data: try vendor.root)
        #expect(material.certificates[0].fingerprint == hash.map { String(format: "%02x", $0) }.joined())
        let found = TrustedCertificate.certificate(material.certificates[0].fingerprint, inPEM: try vendor.rootPEM)
        #expect(found == material.certificates[0])
        #expect(TrustedCertificate.certificate(MetadataBlob.allianceRoot, inPEM: try vendor.rootPEM) == nil)
        let key = P256.Signing.PrivateKey().pemRepresentation
        for wrong in [[], [0x30], Array("hello".utf8), Array(key.utf8), Array("-----BEGIN CERTIFICATE-----\nx".utf8), Array(metadata.utf8)]
        {
            #expect(throws: WebAuthnError(.malformed, "")) { try material.add(file: wrong) }
        }
    }
}
