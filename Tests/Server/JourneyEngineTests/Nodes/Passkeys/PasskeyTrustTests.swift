import AttestationTesting
import Foundation
import JourneyMessages
import Primitives
import Testing
import WebAuthn

@testable import JourneyEngine
import Services
import Directory
import Foundations
import DevicePolicies

@Suite("WebAuthn nodes: who vouches for the authenticator")
struct PasskeyTrustTests {
    private static let model = "00000000-0000-0000-0000-000000000009"
    private static let aaguid = [UInt8](repeating: 0, count: 15) + [9]

    /// A registration whose authenticator a vendor vouches for, in a realm that may know the vendor.
    private struct Stage {
        let harness: PasskeyHarness
        let vendor: PretendAuthority

        init(_ settings: String) async throws {
            var harness = try await PasskeyHarness(registration: ", " + settings)
            harness.model.aaguid = PasskeyTrustTests.aaguid
            self.harness = harness
            vendor = try PretendAuthority(aaguid: PasskeyTrustTests.aaguid, at: harness.journey.time.now)
        }

        func load(_ alias: String = "trustalias", statuses: [String]? = nil, _ change: (inout TrustMaterial) throws -> Void) async throws {
            var material = TrustMaterial()
            try change(&material)
            let root = try vendor.root
            let metadata = try statuses.map { statuses in
                try MetadataBlob(payload: MetadataPublisher.payload(PasskeyTrustTests.model, statuses, root: root).encoded)
            }
            _ = try await harness.journey.domain.devicePolicies.trustStores.load(
                material, metadata: metadata, as: alias, in: harness.journey.realm.id)
        }

        /// The outcome for an authenticator that the vendor vouches for, or that vouches for itself, and what the log says.
        func outcome(isVouchedFor: Bool = true) async throws -> (outcome: String?, reason: String?) {
            let step = try await harness.registration()
            let text = try harness.made(step) { isVouchedFor ? try vendor.vouch(for: $0) : $0 }
            let outcome = try await harness.outcome(step, text)
            let event = try await harness.journey.domain.platform.audit.latest(1, of: harness.journey.database).first
            return (outcome, event?["reason"]?.string)
        }

        func fault() async -> JourneyRunError? { await harness.journey.error { try await harness.registration() } }
    }

    @Test("an authenticator of a vendor in the trust store is registered, another isn't")
    func certificates() async throws {
        let stage = try await Stage("attestationPreference: DIRECT, trustStoreAlias: keys")
        try await stage.load("keys") { try $0.add(file: stage.vendor.root) }
        #expect(try await stage.outcome(isVouchedFor: false).reason?.contains("a trusted certificate must vouch") == true)
        let other = try PretendAuthority(at: stage.harness.journey.time.now)
        try await stage.load("keys") { try $0.add(file: other.root) }
        #expect(try await stage.outcome().reason?.contains("no trusted certificate vouches") == true)
        try await stage.load("keys") { try $0.add(file: stage.vendor.root) }
        #expect(try await stage.outcome().outcome == "success")
    }

    @Test("the trust store that AM's files name needn't be there; any other must be, before anybody is asked")
    func missing() async throws {
        let lax = try await Stage("attestationPreference: DIRECT")
        #expect(try await lax.outcome(isVouchedFor: false).outcome == "success")
        for settings in [
            "attestationPreference: DIRECT, trustStoreAlias: keys", "attestationPreference: INDIRECT, trustStoreAlias: keys",
            "attestationPreference: DIRECT, enforceRevocationCheck: true", "fidoCertificationLevel: FIDO_CERTIFIED_L1",
            "trustStoreAlias: keys, fidoCertificationLevel: FIDO_CERTIFIED_L1",
        ] {
            #expect(try await Stage(settings).fault()?.code == .internal, "\(settings)")
        }
        // Nobody asks for an attestation.
        #expect(try await Stage("trustStoreAlias: keys, enforceRevocationCheck: true").outcome().outcome == "success")
    }

    @Test("a trust store of another realm is none of this one")
    func realms() async throws {
        let stage = try await Stage("attestationPreference: DIRECT, trustStoreAlias: keys")
        let beta = try await stage.harness.journey.domain.directory.realms.create(try #require(RealmPath("/beta")))
        var material = TrustMaterial()
        try material.add(file: stage.vendor.root)
        _ = try await stage.harness.journey.domain.devicePolicies.trustStores.load(material, as: "keys", in: beta.id)
        #expect(await stage.fault()?.code == .internal)
    }

    @Test("a level is asked for by an attestation, and held against the metadata", arguments: ["FIDO_CERTIFIED_L2", "fido_certified_l2"])
    func level(_ name: String) async throws {
        let stage = try await Stage("fidoCertificationLevel: \(name)")
        try await stage.load { try $0.add(file: stage.vendor.root) }
        guard case .webAuthnRegistration(let request) = try await stage.harness.registration().callbacks[0].kind else {
            throw UnexpectedReply()
        }
        #expect(request.attestation == "direct")
        for (statuses, reason) in [
            (nil, "certified for no level, not for L2"), (["FIDO_CERTIFIED_L1"], "certified for L1, not for L2"),
            (["FIDO_CERTIFIED_L2", "REVOKED"], "must not be relied upon: REVOKED"),
            (["FIDO_CERTIFIED_L3", "ATTESTATION_KEY_COMPROMISE"], "must not be relied upon"),
        ] as [([String]?, String)] {
            if let statuses { try await stage.load(statuses: statuses) { _ in } }
            let (outcome, found) = try await stage.outcome()
            #expect(outcome == "failure" && found?.contains(reason) == true, "\(found ?? "")")
        }
        try await stage.load(statuses: ["FIDO_CERTIFIED_L2"]) { _ in }
        #expect(try await stage.outcome(isVouchedFor: false).reason?.contains("a trusted certificate must vouch") == true)
        #expect(try await stage.outcome().outcome == "success")
    }

    @Test("metadata alone vouches, and takes it back")
    func metadata() async throws {
        let stage = try await Stage("attestationPreference: DIRECT")
        try await stage.load(statuses: ["REVOKED"]) { _ in }
        #expect(try await stage.outcome().reason?.contains("must not be relied upon: REVOKED") == true)
        try await stage.load(statuses: []) { _ in }
        #expect(try await stage.outcome().outcome == "success")
    }

    @Test("revocation is looked up in the trust store's lists, and what isn't said counts as revoked")
    func revocation() async throws {
        let stage = try await Stage("attestationPreference: DIRECT, enforceRevocationCheck: true")
        try await stage.load { try $0.add(file: stage.vendor.root) }
        #expect(try await stage.outcome().reason?.contains("no current revocation list of") == true)
        for isRevoked in [true, false] {
            try await stage.load {
                try $0.add(file: stage.vendor.revocationList(of: .root))
                try $0.add(file: stage.vendor.revocationList(of: .authority, revoking: isRevoked))
            }
            let (outcome, reason) = try await stage.outcome()
            #expect(outcome == (isRevoked ? "failure" : "success"))
            if isRevoked { #expect(reason?.contains("of the authenticator is revoked") == true) }
        }
        stage.harness.journey.time.advance(by: 3600)
        #expect(try await stage.outcome().reason?.contains("no current revocation list of") == true)
    }

    // MARK: Scripts

    private static let scripted: [CallbackType] = [.textOutput, .textOutput, .hiddenValue]

    private func script(_ step: Step) throws -> String {
        guard case .textOutput(let statement) = step.callbacks[0].kind, statement.severity == .script else { throw UnexpectedReply() }
        return statement.message
    }

    @Test("clients of the API that want scripts get the whole ceremony as one; the answer is the same")
    func scripts() async throws {
        let plain = try await PasskeyHarness()
        let harness = try await PasskeyHarness(
            registration: ", asScript: true, excludeCredentials: true", authentication: ", asScript: true")
        let step = try await harness.registration()
        #expect(step.types == Self.scripted)
        let first = try script(step)
        for part in ["navigator.credentials.create", "rp: { id: \"example.com\", name: \"Gatehouse\" }", "timeout: 60000", "\"alg\":-7"] {
            #expect(first.contains(part), "\(part)")
        }
        // The challenge, for the other harness's authenticator to answer.
        let numbers = try #require(first.firstMatch(of: /challenge: new Int8Array\(\[([-0-9, ]+)\]\)/)).1
        let challenge = numbers.split(separator: ",").compactMap { Int8($0.trimmingCharacters(in: .whitespaces)) }
            .map { UInt8(bitPattern: $0) }
        #expect(challenge.count == 32)
        var asked = try await plain.registration()
        guard case .webAuthnRegistration(var request) = asked.callbacks[0].kind else { throw UnexpectedReply() }
        request.challenge = Data(challenge).base64EncodedString()
        asked.callbacks[0] = request.callback
        let done = try await harness.journey.send(step, nil, nil, .string(harness.made(asked))).step
        #expect(done.message == "success")
        let signing = try await harness.signIn()
        #expect(signing.types == Self.scripted)
        let text = try script(signing)
        #expect(text.contains("navigator.credentials.get"))
        #expect(text.contains("allowCredentials: [{ \"type\": \"public-key\", \"id\": new Int8Array(["))
        let again = try await harness.registration()
        #expect(try script(again).contains("excludeCredentials: ["))
    }

    @Test("no text ends the script that it stands in")
    func escaped() throws {
        let request = WebAuthnRegistration(
            challenge: "AAAA", relyingPartyID: "example.com", relyingPartyName: "</script><b>\"'\\", userID: "aWQ=", userName: "</SCRIPT>",
            displayName: "\u{2028}\n", algorithms: [-7], timeout: 1, extensions: ["x": "</script>"])
        guard case .textOutput(let statement) = request.scripts[0].kind else { throw UnexpectedReply() }
        #expect(!statement.message.lowercased().contains("</script") && statement.message.contains("\\u003c/script>\\u003cb>\\\"'\\\\"))
    }

    @Test("the hosted page, and a page with suggestions, have the metadata still")
    func hosted() async throws {
        let made = try await PasskeyHarness(registration: ", asScript: true", authentication: ", asScript: true, mediation: CONDITIONAL")
        var journey = made.journey
        journey.client.binding = "browser"
        let step = try await journey.send(
            journey.step("Register"), .string(JourneyHarness.username), .string(JourneyHarness.password.reveal())
        ).step
        #expect(step.types == [.metadata, .hiddenValue])
        #expect(try await made.journey.step("Usernameless").types == [.metadata, .hiddenValue])
    }
}
