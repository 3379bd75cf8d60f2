import DeviceIntegrity
import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing
@testable import DeviceRegistry
@testable import Foundations
@testable import Directory

@Suite("Integrity tokens that Google reads")
struct PlayIntegrityServiceTests {
    private static let granted = OutboundAnswer(status: 200, body: #"{"access_token":"ya29.a","expires_in":3599,"token_type":"Bearer"}"#)
    private let time = ManualTime()
    private let request = [UInt8](repeating: 7, count: 32)

    private var settings: MobileSettings {
        var settings = MobileSettings()
        settings.packageName = "org.example.app"
        var detection = IntegrityDetection()
        var google = IntegrityDetection.GooglePlay()
        google.verification = .google
        google.serviceAccount = Secret(JSONValue.object(PushFixtures.account).text)
        detection.googlePlay = google
        settings.integrityDetection = detection
        return settings
    }

    private func answer(_ device: String) -> OutboundAnswer {
        let payload: JSONValue = [
            "tokenPayloadExternal": [
                "requestDetails": [
                    "requestPackageName": "org.example.app", "requestHash": .string(Base64URL.encode(request)),
                    "timestampMillis": .string(String(Int64(time.now.timeIntervalSince1970 * 1000))),
                ], "appIntegrity": ["appRecognitionVerdict": "PLAY_RECOGNIZED", "packageName": "org.example.app"],
                "deviceIntegrity": ["deviceRecognitionVerdict": [.string(device)]],
            ]
        ]
        return OutboundAnswer(status: 200, body: payload.text)
    }

    private func verdict(_ http: any OutboundHTTP) async throws -> IntegrityVerdict? {
        let harness = try await PushHarness()
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 1))
        let phone = Installation(
            id: "phone", realm: harness.realm.id, signing: try ProofKey(key), agreement: key, successor: nil,
            app: AppDescription(id: "org.example.app"),
            device: DeviceDescription(platform: "ANDROID"), push: nil, isPushAllowed: true, revision: 1, created: time.now,
            keysCreated: time.now, logsWantedUntil: nil)
        let verifier = PlayIntegrityVerifier(service: PlayIntegrityService(http: http, time: time), time: time)
        let evidence = IntegrityEvidence(.google, token: "a.b.c.d.e", nonce: "n")
        let verdict = try await verifier.verdict(on: evidence, request: request, of: phone, settings: settings)
        await harness.close()
        return verdict
    }

    @Test(
        "it is asked with the service account's token, and its verdict counts",
        arguments: ["MEETS_DEVICE_INTEGRITY", "MEETS_BASIC_INTEGRITY"])
    func asked(_ device: String) async throws {
        let google = ScriptedProvider([Self.granted, answer(device)])
        let verdict = try await verdict(google)
        #expect(verdict?.failure == (device == "MEETS_DEVICE_INTEGRITY" ? nil : .unsoundDevice) && verdict != nil)
        let sent = try #require(google.requests.last)
        #expect(sent.url == "https://playintegrity.googleapis.com/v1/org.example.app:decodeIntegrityToken")
        #expect(sent.header("authorization") == "Bearer ya29.a" && sent.json == ["integrity_token": "a.b.c.d.e"])
        #expect(google.requests[0].body?.contains("assertion=") == true)
    }

    @Test("a token that it doesn't take is bad; when it can't be asked, nothing is known")
    func refused() async throws {
        #expect(try await verdict(ScriptedProvider([Self.granted, OutboundAnswer(status: 400, body: "{}")]))?.failure == .undecipherable)
        #expect(try await verdict(ScriptedProvider([Self.granted, OutboundAnswer(status: 200, body: "{}")]))?.failure == .malformed)
        for answers in [
            [nil], [Self.granted, nil], [Self.granted, OutboundAnswer(status: 401, body: "")], [OutboundAnswer(status: 403, body: "")],
        ]
            as [[OutboundAnswer?]]
        {
            #expect(try await verdict(ScriptedProvider(answers)) == nil)
        }
    }
}
