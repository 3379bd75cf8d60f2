import AttestationTesting
import Foundation
import Primitives
import Testing
import WebAuthn

/// Files of the Metadata Service that are made here: a root, a signer, and what it says.
@Suite("FIDO metadata")
struct MetadataTests {
    private static let model = "0132d110-bf4e-4208-a403-ab4f5f12efe5"

    private static func payload(_ statuses: [String]) -> JSONValue { MetadataPublisher.payload(model, statuses) }

    private static func publisher(host: String = MetadataBlob.alliance) throws -> MetadataPublisher {
        try MetadataPublisher(host: host, at: Ceremony.now)
    }

    private func refusal(
        _ text: String, _ publisher: MetadataPublisher, host: String? = MetadataBlob.alliance, at now: Date = Ceremony.now
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
        let publisher = try Self.publisher()
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
        let publisher = try Self.publisher()
        let file = try publisher.file(Self.payload(["FIDO_CERTIFIED_L1", status, "UPDATE_AVAILABLE"]))
        let blob = try await MetadataBlob.verified(file, anchors: [publisher.root], at: Ceremony.now)
        #expect(blob.entry(of: Self.model)?.isCompromised == true && blob.anchors.byModel.isEmpty)
    }

    @Test("a file is believed only from its publisher")
    func refused() async throws {
        let publisher = try Self.publisher()
        let right = try publisher.file(Self.payload([]))
        #expect(await refusal(right, publisher) == nil)
        #expect(await refusal(right + "\n", publisher) == nil)
        #expect(await refusal(right, try Self.publisher()) == .untrustedAttestation, "another root")
        #expect(await refusal(right, publisher, at: Ceremony.now.addingTimeInterval(3600)) == .untrustedAttestation, "expired")
        let other = try Self.publisher(host: "mds.example.com")
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
