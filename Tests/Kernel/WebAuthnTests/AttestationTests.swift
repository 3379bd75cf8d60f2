import AttestationTesting
import CBOR
import Foundation
import Testing
import WebAuthn

/// The statements of the vectors, each with one thing wrong.
@Suite("Attestation")
struct AttestationTests {
    static let certified = Level3VectorTests.known.filter { !$0.name.hasPrefix("none") && !$0.name.hasPrefix("packed-self") }

    /// A vector's registration with its statement changed.
    private static func response(_ vector: Vector, _ change: (inout [CBORKey: CBORValue]) -> Void) throws -> RegistrationResponse {
        let object = try AttestationObject(bytes: vector.registration["attestationObject"])
        var statement = object.statement.map ?? [:]
        change(&statement)
        var response = vector.response
        response.attestationObject =
            AttestationObject(format: object.format, statement: .map(statement), authenticatorData: object.authenticatorData).encoded
        return response
    }

    private static func flipped(_ value: CBORValue?, at index: Int) -> CBORValue {
        guard var bytes = value?.bytes, bytes.indices.contains(index) else { return .null }
        bytes[index] ^= 1
        return .bytes(bytes)
    }

    @Test("a certificate that nobody trusts is refused, or counts for no more than a self attestation", arguments: certified)
    func untrusted(_ vector: Vector) async throws {
        var ceremony = vector.registering
        ceremony.attestation.anchors = TrustAnchors()
        #expect(await ceremony.refusal(of: vector.response) == .untrustedAttestation)
        ceremony.attestation.acceptsUntrusted = true
        #expect(try await ceremony.verify(vector.response, at: Vector.now).attestation.isTrusted == false)
    }

    @Test("anchors may be those of a format or of a model only", arguments: certified)
    func anchors(_ vector: Vector) async throws {
        let format = try #require(AttestationFormat(rawValue: String(vector.name.prefix { $0 != "." })))
        let model = AttestedCredential.model(vector.registration["aaguid"])
        for anchors in [TrustAnchors(byFormat: [format: [Vector.root]]), TrustAnchors(byModel: [model: [Vector.root]])] {
            var ceremony = vector.registering
            ceremony.attestation.anchors = anchors
            #expect(try await ceremony.verify(vector.response, at: Vector.now).attestation.isTrusted)
        }
        var ceremony = vector.registering
        ceremony.attestation.anchors = TrustAnchors(byFormat: [.none: [Vector.root]], byModel: ["other": [Vector.root]])
        #expect(await ceremony.refusal(of: vector.response) == .untrustedAttestation)
    }

    @Test("certificates are looked at when they are valid", arguments: [0, 40_000_000_000] as [TimeInterval])
    func time(_ now: TimeInterval) async {
        let vector = Vector.named("packed.ES256")
        #expect(await vector.registering.refusal(of: vector.response, at: Date(timeIntervalSince1970: now)) == .untrustedAttestation)
    }

    @Test("the authenticator's own certificate may be the anchor")
    func leafAnchor() async throws {
        let vector = Vector.named("packed.ES256")
        let object = try AttestationObject(bytes: vector.registration["attestationObject"])
        var ceremony = vector.registering
        ceremony.attestation.anchors = TrustAnchors(all: [try #require(object.statement["x5c"]?.array?.first?.bytes)])
        #expect(try await ceremony.verify(vector.response, at: Vector.now).attestation.isTrusted)
    }

    @Test("a signature that is another's is refused, in each format that has one", arguments: certified.filter { $0.name != "apple.ES256" })
    func signature(_ vector: Vector) async throws {
        let response = try Self.response(vector) { $0["sig"] = Self.flipped($0["sig"], at: 20) }
        #expect(await vector.registering.refusal(of: response) == .invalidAttestation)
    }

    @Test(
        "a statement for another registration is refused: same key, same certificate, other client data",
        arguments: ["packed.ES256", "tpm.ES256", "android-key.ES256", "apple.ES256", "fido-u2f.ES256", "packed-self.ES256"])
    func transplanted(_ name: String) async throws {
        let vector = Vector.named(name)
        var response = vector.response
        response.clientDataJSON += [0x20]
        #expect(await vector.registering.refusal(of: response) == .invalidAttestation)
    }

    @Test("members that are missing, or are something else", arguments: ["alg", "sig", "x5c", "ver", "certInfo", "pubArea"], certified)
    func members(_ member: String, _ vector: Vector) async throws {
        let name = CBORKey.text(member)
        let object = try AttestationObject(bytes: vector.registration["attestationObject"])
        guard object.statement[name] != nil else { return }
        for value in [nil, CBORValue.null, 7, "text", [], .bytes([])] as [CBORValue?] {
            let response = try Self.response(vector) { $0[name] = value }
            #expect(await vector.registering.refusal(of: response) == .invalidAttestation)
        }
    }

    @Test("a certificate is held to what its format requires", arguments: ["packed.ES256", "tpm.ES256"])
    func requirements(_ name: String) async throws {
        let vector = Vector.named(name)
        let other = Vector.named(name == "tpm.ES256" ? "packed.ES256" : "tpm.ES256")
        let certificate = try AttestationObject(bytes: other.registration["attestationObject"]).statement["x5c"]
        let response = try Self.response(vector) { $0["x5c"] = certificate }
        #expect(await vector.registering.refusal(of: response) == .invalidAttestation)
    }

    @Test("each byte of a TPM's structures matters, but for its clock and firmware", arguments: ["certInfo", "pubArea"])
    func tpm(_ member: String) async throws {
        let vector = Vector.named("tpm.ES256")
        let name = CBORKey.text(member)
        let length = try AttestationObject(bytes: vector.registration["attestationObject"]).statement[name]?.bytes?.count ?? 0
        for index in 0..<length {
            let response = try Self.response(vector) { $0[name] = Self.flipped($0[name], at: index) }
            #expect(await vector.registering.refusal(of: response) == .invalidAttestation)
        }
    }

    @Test("an Android key of which the trusted environment says nothing is refused where that is required")
    func trustedEnvironment() async {
        let vector = Vector.named("android-key.ES256")
        var ceremony = vector.registering
        ceremony.attestation.requiresTrustedEnvironment = true
        #expect(await ceremony.refusal(of: vector.response) == .invalidAttestation)
    }

    @Test("a U2F authenticator with a model is refused where that is required")
    func zeroModel() async {
        let vector = Vector.named("fido-u2f.ES256")
        var ceremony = vector.registering
        ceremony.attestation.requiresZeroU2FModel = true
        #expect(await ceremony.refusal(of: vector.response) == .invalidAttestation)
    }

    @Test("x5c of too many certificates is refused before they are read")
    func chainLength() async throws {
        let vector = Vector.named("packed.ES256")
        let response = try Self.response(vector) { $0["x5c"] = .array(.init(repeating: $0["x5c"]?.array?.first ?? .null, count: 9)) }
        #expect(await vector.registering.refusal(of: response) == .invalidAttestation)
    }
}
