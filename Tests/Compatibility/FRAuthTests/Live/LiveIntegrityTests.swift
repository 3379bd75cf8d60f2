import Crypto
import DeviceFoundation
@testable import FRAuth
import Foundation
import Foundations
import IntegrityTesting
import Primitives
import ServerTesting
import Services
import Store
import Synchronization
import Testing

extension Documentation {
    @Suite("Against a server: app integrity")
    struct LiveIntegrity {
        private static let bundle = "com.example.app"
        private static let team = "ABCDE12345"
        private let harness: Harness
        private let apple: PretendAppAttest

        init() throws {
            harness = try Harness()
            apple = try PretendAppAttest(at: harness.time.now)
        }

        /// A server whose journey takes genuine apps alone, and an app on a device with App Attest.
        private func live(
            _ phone: SoftwareAppAttest? = nil, bundle: String = Self.bundle, development: Bool = false,
            _ body: (LiveServer, SoftwareAppAttest) async throws -> Void
        ) async throws {
            let phone = phone ?? SoftwareAppAttest(apple, appID: "\(Self.team).\(Self.bundle)")
            var environment = Environment.current
            environment.attestation = phone
            environment.bundleIdentifier = bundle
            Environment.current = environment
            try await harness.live { live in
                try await live.allowAppAttest(
                    team: Self.team, bundle: Self.bundle, development: development, trusting: apple)
                let page: JSONValue = ["page": ["nodes": [["username": [:]], ["password": [:]]]], "next": "check"]
                var nodes: JSONObject = [
                    "integrity": [
                        "appIntegrity": ["application": "phone", "clientErrorOutcomes": ["Unsupported", "Busy"]], "success": "form",
                        "failure": "failureMessage", "Unsupported": "UnsupportedMessage", "Busy": "BusyMessage",
                    ], "form": page, "check": ["dataStoreDecision": [:], "true": "success", "false": "failure"],
                ]
                for outcome in ["failure", "Unsupported", "Busy"] {
                    nodes["\(outcome)Message"] = ["message": ["message": .string(outcome)], "true": "failure", "false": "failure"]
                }
                try await live.add("Genuine", start: "integrity", nodes: nodes)
                try FRAuth.start(options: live.options)
                try await body(live, phone)
            }
        }

        private func start() async throws -> Node {
            // A user who is signed in isn't asked again.
            FRSession.currentSession?.logout()
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Genuine", completion: $0) }
            return try #require(first.node, "\(String(describing: first.error))")
        }

        /// Answers each question until the journey asks for something else: the name of what it shows.
        private func answer(_ first: Node, _ prove: (FRAppIntegrityCallback) async throws -> Void) async throws -> String {
            var node = first
            for _ in 0..<5 {
                guard let callback = node.callbacks.first as? FRAppIntegrityCallback else { break }
                try await prove(callback)
                let next: Outcome<Token> = await outcome { node.next(completion: $0) }
                node = try #require(next.node, "\(String(describing: next.error))")
            }
            if node.callbacks.contains(where: { $0 is NameCallback }) {
                let last: Outcome<Token> = await node.signIn()
                return last.result == nil ? "no session" : "session"
            }
            return try node.first(TextOutputCallback.self).message
        }

        private func prove(_ callback: FRAppIntegrityCallback) async throws { try await callback.requestIntegrityToken() }

        @Test("the first time a key is attested and signs; later it signs alone, also after a restart")
        func attested() async throws {
            try await live { live, phone in
                let node = try await start()
                let callback = try node.first(FRAppIntegrityCallback.self)
                #expect(!callback.challenge.isEmpty && callback.attestToken.isEmpty && !callback.isAttestationCompleted())
                #expect(try await answer(node, prove) == "session")
                #expect(phone.calls == ["generate", "attest", "assert"])
                live.relaunch()
                try FRAuth.start(options: live.options)
                let again = try await start()
                #expect(try again.first(FRAppIntegrityCallback.self).isAttestationCompleted())
                #expect(try await answer(again, prove) == "session")
                #expect(phone.calls.dropFirst(3) == ["assert"])
            }
        }

        @Test("a device that was restored, a server that lost the key, and an app that deleted it attest a new one")
        func renewed() async throws {
            try await live { live, phone in
                #expect(try await answer(try await start(), prove) == "session")
                phone.restore()
                #expect(try await answer(try await start(), prove) == "session")
                #expect(phone.calls.dropFirst(3) == ["assert", "generate", "attest", "assert"])
                _ = try await live.server.domain.platform.database.write { try $0.execute("DELETE FROM attested_apps") }
                #expect(try await answer(try await start(), prove) == "session")
                #expect(phone.calls.dropFirst(7) == ["assert", "generate", "attest", "assert"])
                FRAppIntegrityKeys().deleteKey()
                #expect(try await answer(try await start(), prove) == "session")
                #expect(phone.calls.dropFirst(11) == ["generate", "attest", "assert"])
            }
        }

        @Test("another app, another team and a development build aren't genuine; the last is where its application allows it")
        func foreignApps() async throws {
            let ours = "\(Self.team).\(Self.bundle)"
            try await live(SoftwareAppAttest(apple, appID: "OTHER.\(Self.bundle)")) { _, _ async throws in
                #expect(try await answer(try await start(), prove) == "failure")
            }
            try await live(bundle: "com.example.other") { _, _ async throws in
                #expect(try await answer(try await start(), prove) == "failure")
            }
            for allowed in [false, true] {
                try await live(SoftwareAppAttest(apple, appID: ours, environment: "appattestdevelop"), development: allowed) {
                    _, _ async throws in
                    #expect(try await answer(try await start(), prove) == (allowed ? "session" : "failure"))
                }
            }
        }

        @Test("a proof for another challenge, another key's, one that came before and what is none are refused", arguments: Spoilt.allCases)
        func refused(_ spoilt: Spoilt) async throws {
            try await live { _, phone in
                #expect(try await answer(try await start(), prove) == "session")
                let former = Mutex<FRAppIntegrityKeys?>(nil)
                #expect(
                    try await answer(try await start()) { callback in
                        try await callback.requestIntegrityToken()
                        former.withLock { $0 = callback.appIntegritykeys }
                    } == "session")
                let proof = try #require(former.withLock { $0 })
                let shown = try await answer(try await start()) { callback in
                    callback.attestation = SpoiltAttestation(spoilt: spoilt, former: proof, phone: phone, bundle: Self.bundle)
                    try await callback.requestIntegrityToken()
                }
                #expect(shown == "failure", "\(spoilt)")
            }
        }

        @Test("a device without App Attest, and what App Attest fails with: each its outcome, and its error for the app")
        func reportedFailures() async throws {
            try await live(SoftwareAppAttest(apple, appID: "", isSupported: false)) { _, _ in
                let shown = try await answer(try await start()) { callback in
                    await #expect(throws: FRDeviceCheckAPIFailure.featureUnsupported) { try await callback.requestIntegrityToken() }
                }
                #expect(shown == "Unsupported")
            }
            let cases: [(AppAttestError.Code, FRDeviceCheckAPIFailure)] = [
                (.system, .unknownSystemFailure), (.unsupported, .featureUnsupported), (.input, .invalidInput), (.key, .invalidKey),
                (.unavailable, .serverUnavailable),
            ]
            try await live { _, phone in
                for (code, expected) in cases {
                    phone.fail(code)
                    let callback = try await start().first(FRAppIntegrityCallback.self)
                    let error = await withCheckedContinuation { continuation in
                        callback.requestIntegrityToken { continuation.resume(returning: $0 as? FRDeviceCheckAPIFailure) }
                    }
                    #expect(error == expected)
                    #expect((callback.inputValues["IDToken1clientError"] as? String) == expected.told)
                }
                let shown = try await answer(try await start()) { $0.setClientError("Busy") }
                #expect(shown == "Busy")
                // An error that the node has no outcome for ends the journey.
                let node = try await start()
                try node.first(FRAppIntegrityCallback.self).setClientError("ClientDeviceErrors")
                let ended: Outcome<Token> = await outcome { node.next(completion: $0) }
                #expect(ended.error is AuthApiError)
            }
        }

        @Test("the payload is signed, and the app may bring a maker of its own; an empty answer is a failure")
        func payload() async throws {
            try await live { _, phone in
                let texts = Mutex<[String]>([])
                let shown = try await answer(try await start()) { callback in
                    callback.setPayload("order 7")
                    try await callback.requestIntegrityToken()
                    let data = try #require(Data(base64Encoded: callback.appIntegritykeys.clientDataHash))
                    let json = try JSONValue(body: Array(data))
                    texts.withLock { $0.append(json["payload"]?.string ?? "") }
                    #expect(json["bundleId"]?.string == Self.bundle && json["challenge"]?.string == callback.challenge)
                }
                #expect(shown == "session" && texts.withLock { $0 } == ["order 7", "order 7"])
                #expect(try await answer(try await start()) { _ in } == "failure")
                #expect(!phone.calls.isEmpty)
            }
        }
    }
}

/// The ways in which a proof is wrong.
enum Spoilt: CaseIterable {
    case replayed, otherChallenge, otherBundle, otherKey, otherSignature, noBase64
}

/// Makes proofs that are wrong in one way.
private struct SpoiltAttestation: FRAppAttestation {
    let spoilt: Spoilt
    let former: FRAppIntegrityKeys
    let phone: SoftwareAppAttest
    let bundle: String

    func requestIntegrityToken(challenge: String, payload: String?) async throws -> FRAppIntegrityKeys {
        if spoilt == .replayed { return former }
        let data = JSONValue.object([
            "challenge": .string(spoilt == .otherChallenge ? "other" : challenge),
            "bundleId": .string(spoilt == .otherBundle ? "com.example.other" : bundle), "payload": "",
        ]).encoded
        let key = spoilt == .otherKey ? try await phone.generateKey() : former.keyIdentifier
        let signed = spoilt == .otherSignature ? data + [0x20] : data
        let assertion = try await phone.assert(key, hash: Array(SHA256.hash(data: signed)))
        return FRAppIntegrityKeys(
            attestKey: former.appAttestKey, assertKey: spoilt == .noBase64 ? "?" : Data(assertion).base64EncodedString(),
            keyIdentifier: former.keyIdentifier, clientDataHash: Data(data).base64EncodedString())
    }
}

extension FRDeviceCheckAPIFailure {
    /// The text that the server is told.
    fileprivate var told: String { self == .featureUnsupported ? "Unsupported" : "ClientDeviceErrors" }
}
