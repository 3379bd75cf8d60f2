import DeviceFoundation
import Foundation
@testable import FRAuth
import Primitives
import ServerTesting
import Synchronization
import Testing
import DeviceRegistry
import Services
import Directory
@testable import DevicePolicies

extension Documentation {
    @Suite("Against a server: mobile biometrics and passkeys")
    struct LiveBiometrics {
        private static let party = "openam-docs.forgeblocks.com"
        private let harness: Harness

        init() throws { harness = try Harness() }

        /// A server with both journeys of the documentation, and an app on a phone whose user is recognised.
        private func withBiometrics(
            usernameless: Bool = true, excludes: Bool = false, _ body: (LiveServer) async throws -> Void
        ) async throws {
            harness.recogniseUser(of: "com.forgerock.ios.sdk.Quickstart")
            let node: JSONObject = [
                "relyingPartyDomain": .string(Self.party), "userVerificationRequirement": "REQUIRED",
                "requiresResidentKey": .bool(usernameless),
                "origins": ["ios:bundle-id:com.forgerock.ios.sdk.Quickstart", "https://openam-docs.forgeblocks.com"],
            ]
            var registration = node
            registration["authenticatorAttachment"] = "PLATFORM"
            registration["excludeCredentials"] = .bool(excludes)
            let declined: JSONValue = ["message": ["message": "declined"], "true": "success", "false": "failure"]
            try await harness.live { live in
                try await live.add(
                    "BlogWebAuthnRegistration", start: "credentials",
                    nodes: [
                        "credentials": ["page": ["nodes": [["username": [:]], ["password": [:]]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "register", "false": "failure"],
                        "register": [
                            "webAuthnRegistration": .object(registration), "success": "success", "failure": "failure",
                            "error": "declined", "unsupported": "failure",
                        ], "declined": declined,
                    ])
                try await live.add(
                    "BlogWebAuthnAuthentication", start: "authenticate",
                    nodes: [
                        "authenticate": [
                            "webAuthnAuthentication": .object(node), "success": "success", "failure": "failure", "error": "declined",
                            "unsupported": "failure", "noDevice": "failure",
                        ], "declined": declined,
                    ])
                try FRAuth.start(options: live.options)
                try await body(live)
            }
        }

        /// The node with the WebAuthn callback.
        private func node(_ journey: String) async throws -> Node {
            // Somebody who is signed in isn't asked again.
            FRSession.currentSession?.logout()
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: journey, completion: $0) }
            let node = try #require(first.node, "\(String(describing: first.error))")
            guard node.callbacks.contains(where: { $0 is NameCallback }) else { return node }
            let next: Outcome<Token> = await node.signIn()
            return try #require(next.node, "\(String(describing: next.error))")
        }

        private enum Ceremony { case register, authenticate, byHand }

        /// Runs a ceremony with a user who presses `pressing`, and sends the node.
        private func run(
            _ ceremony: Ceremony, pressing: @escaping ([String]) -> String?
        ) async throws -> (result: Outcome<Token>, error: WebAuthnError?, alerts: [UIAlertController], view: BiometricsView) {
            let node = try await node(ceremony == .authenticate ? "BlogWebAuthnAuthentication" : "BlogWebAuthnRegistration")
            let controller = AlertPresenter(pressing)
            let view = BiometricsView(controller)
            let error: HandedOver<(any Error)?> = try await withCheckedThrowingContinuation { continuation in
                do {
                    let callback = try node.first(WebAuthnCallback.self)
                    let submit: ((any Error)?) -> Void = { continuation.resume(returning: HandedOver(value: $0)) }
                    switch ceremony {
                    case .register: view.register(node, callback, submit)
                    case .authenticate: view.authenticate(node, callback, submit)
                    case .byHand: view.registerByHand(callback, try node.first(HiddenValueCallback.self), submit)
                    }
                } catch { continuation.resume(throwing: error) }
            }
            let result: Outcome<Token> = await outcome { node.next(completion: $0) }
            return (result, error.value as? WebAuthnError, controller.alerts, view)
        }

        private func allow(_ titles: [String]) -> String? { "Allow" }
        private func cancel(_ titles: [String]) -> String? { "Cancel" }

        private func devices(_ live: LiveServer) async throws -> [DeviceRegistry.UserDevice] {
            let user = try #require(try await live.server.domain.directory.users.user(named: "demo", in: live.realm.id))
            return try await live.server.domain.deviceRegistry.devices.devices(of: user.id, in: live.realm.id).filter { $0.kind == .fido2 }
        }

        @Test("Register a WebAuthn device, authenticate by it without a user name: the user is asked, and the device has its name")
        func registered() async throws {
            try await withBiometrics { live in
                let made = try await run(.register, pressing: allow)
                #expect(made.error == nil && made.result.result != nil, "\(made.result)")
                let message = try #require(made.alerts.first?.message)
                #expect(message.hasPrefix("KeyName: demo ") && message.hasSuffix("| Relying Party Name: Gatehouse | User Name: demo"))
                #expect(try await devices(live).map(\.nickname) == ["iPhone"])
                let signed = try await run(.authenticate) { titles in titles.first { $0.hasPrefix("demo ") } }
                let token = try #require(signed.result.result, "\(signed.result)")
                #expect(try await live.isAlive(token.value))
                #expect(signed.alerts.first?.actions.count == 2 && signed.alerts.first?.title == "Select Credentials")
            }
        }

        @Test("who cancels has cancelled, and the journey takes the way of a client error", arguments: [true, false])
        func cancelled(_ isRegistration: Bool) async throws {
            try await withBiometrics { _ in
                if !isRegistration { _ = try await run(.register, pressing: allow) }
                let end = try await run(isRegistration ? .register : .authenticate, pressing: cancel)
                #expect(end.error == .cancelled())
                let told = try #require(end.result.node?.callbacks.first as? TextOutputCallback)
                #expect(told.message == "declined")
            }
        }

        @Test("excludeCredentialDescriptorConsent: allow brings notAllowed, cancel invalidState; a key is made once")
        func excluded() async throws {
            try await withBiometrics(excludes: true) { live in
                _ = try await run(.register, pressing: allow)
                #expect(try await run(.register, pressing: allow).error == .notAllowed())
                #expect(try await run(.register, pressing: cancel).error == .invalidState())
                #expect(try await devices(live).count == 1)
            }
        }

        @Test("Error handling with PingAM node outcome: the app sets what comes of it")
        func byHand() async throws {
            try await withBiometrics { live in
                let refused = try await run(.byHand, pressing: cancel)
                #expect(refused.error == .cancelled() && refused.result.node != nil)
                #expect(try await run(.byHand, pressing: allow).result.result != nil)
                #expect(try await devices(live).count == 1)
            }
        }

        @Test("Detect WebAuthn keys on passkey-enabled devices: the delegate is told of a key where passkeys could be")
        func detected() async throws {
            try await withBiometrics { _ in
                _ = try await run(.register, pressing: allow)
                let signed = try await run(.authenticate) { $0.first }
                #expect(signed.view.localKeys == 1 && signed.result.result != nil)
            }
        }

        @Test("Unregister a WebAuthn device: first at the server, then here; by force also without the server")
        func unregistered() async throws {
            try await withBiometrics { live in
                _ = try await run(.register, pressing: allow)
                let source = try #require(FRWebAuthn.loadAllCredentials(by: Self.party).first)
                #expect(source.otherUI == "demo" && FRWebAuthn.loadAllCredentials(by: "example.com").isEmpty)
                try FRWebAuthn.deleteCredential(publicKeyCredentialSource: source)
                #expect(FRWebAuthn.loadAllCredentials(by: Self.party).isEmpty)
                #expect(try await devices(live).isEmpty)
                _ = try await run(.register, pressing: allow)
                let second = try #require(FRWebAuthn.loadAllCredentials(by: Self.party).first)
                FRSession.currentSession?.logout()
                #expect(throws: (any Error).self) { try FRWebAuthn.deleteCredential(publicKeyCredentialSource: second) }
                #expect(FRWebAuthn.loadAllCredentials(by: Self.party).count == 1)
                unregister()
                #expect(FRWebAuthn.loadAllCredentials(by: Self.party).isEmpty)
                #expect(try await devices(live).count == 1, "the server was not asked")
                _ = try await run(.register, pressing: allow)
                FRWebAuthn.deleteCredentials(by: Self.party)
                #expect(FRWebAuthn.loadAllCredentials(by: Self.party).isEmpty)
            }
        }

        @Test("Using Passkeys with the Ping SDK for iOS: one journey registers, the other signs in; what goes wrong is shown")
        func passkeys() async throws {
            try await withBiometrics { live in
                func walk(_ call: @escaping (PasskeysViewController) -> Void) async -> (Outcome<Token>, [String]) {
                    FRSession.currentSession?.logout()
                    let controller = HandedOver(value: Mailbox<PasskeysViewController>())
                    let result: Outcome<Token> = await withCheckedContinuation { continuation in
                        let view = PasskeysViewController { continuation.resume(returning: $0) }
                        controller.value.content = view
                        call(view)
                    }
                    return (result, controller.value.content?.alerts.compactMap(\.message) ?? [])
                }
                let (nothing, alerts) = await walk { $0.callAuthentication() }
                #expect(alerts == ["Something went wrong authenticating the device"] && nothing.error != nil)
                let (made, none) = await walk { $0.callRegistration() }
                #expect(made.result != nil && none.isEmpty, "\(made)")
                let (signed, _) = await walk { $0.callAuthentication() }
                #expect(signed.result != nil, "\(signed)")
                #expect(FRWebAuthn.loadAllCredentials(by: Self.party).isEmpty, "passkeys are not the SDK's keys")
                let count = try await devices(live).count
                #expect(count == 1)
            }
        }

        @Test("Starting the WebAuthn flow with Passkey support: the journey ends with a user; without a passkey it goes on without one")
        func started() async throws {
            try await withBiometrics { live in
                let options = live.options
                options.authServiceName = "BlogWebAuthnAuthentication"
                try FRAuth.start(options: options)
                func walk() async -> Outcome<FRUser> {
                    FRSession.currentSession?.logout()
                    let starting = HandedOver(value: Mailbox<PasskeysStart>())
                    return await withCheckedContinuation { continuation in
                        let start = PasskeysStart { continuation.resume(returning: $0) }
                        starting.value.content = start
                        FRUser.login { start.handleNode(user: $0, node: $1, error: $2) }
                    }
                }
                let nothing = await walk()
                let told = try #require(nothing.node?.callbacks.first as? TextOutputCallback)
                #expect(told.message == "declined" && nothing.result == nil)
                let node = try await node("BlogWebAuthnRegistration")
                let callback = try node.first(WebAuthnRegistrationCallback.self)
                let made: HandedOver<Bool> = await withCheckedContinuation { continuation in
                    callback.register(node: node, usePasskeysIfAvailable: true) { _ in
                        continuation.resume(returning: HandedOver(value: true))
                    } onError: { _ in
                        continuation.resume(returning: HandedOver(value: false))
                    }
                }
                let kept: Outcome<Token> = await outcome { node.next(completion: $0) }
                #expect(made.value && kept.result != nil, "\(kept)")
                let signed = await walk()
                #expect(signed.result != nil && signed.error == nil, "\(signed)")
            }
        }

        @Test("the callbacks say what the server asks for")
        func members() async throws {
            try await withBiometrics { _ in
                let made = try await node("BlogWebAuthnRegistration").first(WebAuthnRegistrationCallback.self)
                #expect(made._type == "WebAuthn" && made.supportsJsonResponse && made.relyingPartyId == Self.party)
                #expect(Data(base64Encoded: made.challenge)?.isEmpty == false && made.timeout == 60_000)
                #expect(made.relyingPartyName == "Gatehouse" && made.userName == "demo" && made.displayName == "demo")
                #expect(!made.userId.isEmpty)
                #expect(made.userVerification == .required && made.attestationPreference == .none)
                #expect(made.authenticatorAttachment == .platform && made.requireResidentKey && made.excludeCredentials.isEmpty)
                let key = try #require(made.pubKeyCredParams.first)
                #expect(key["alg"] as? Int == -7 && key["type"] as? String == "public-key")
                let signed = try await node("BlogWebAuthnAuthentication").first(WebAuthnAuthenticationCallback.self)
                #expect(signed.relyingPartyId == Self.party && signed.userVerification == .required && signed.allowCredentials.isEmpty)
                #expect(Data(base64Encoded: signed.challenge)?.isEmpty == false && signed.timeout == 60_000 && signed._type == "WebAuthn")
            }
        }

        @Test("FRWebAuthnManager makes and uses a passkey for a node, and tells how it ended")
        func manager() async throws {
            try await withBiometrics { live in
                let registering = try await node("BlogWebAuthnRegistration")
                let asked = try registering.first(WebAuthnRegistrationCallback.self)
                let made = await managed(registering) { manager in
                    manager.signUpWith(
                        userName: asked.userName, challenge: Data(base64Encoded: asked.challenge) ?? Data(), userID: asked.userId,
                        deviceName: "Phone", userVerificationPreference: .required, attestationPreference: .none)
                }
                let kept: Outcome<Token> = await outcome { registering.next(completion: $0) }
                #expect(made == "finished" && kept.result != nil, "\(kept)")
                #expect(try await devices(live).map(\.nickname) == ["Phone"])
                let authenticating = try await node("BlogWebAuthnAuthentication")
                let challenge = try authenticating.first(WebAuthnAuthenticationCallback.self).challenge
                let ended = await managed(authenticating) { manager in
                    manager.signInWith(
                        preferImmediatelyAvailableCredentials: true, challenge: Data(base64Encoded: challenge) ?? Data(),
                        allowedCredentialsArray: nil, userVerificationPreference: .required)
                }
                let signed: Outcome<Token> = await outcome { authenticating.next(completion: $0) }
                #expect(ended == "finished" && signed.result != nil, "\(signed)")
                let unknown = await managed(try await node("BlogWebAuthnAuthentication")) { manager in
                    manager.signInWith(
                        preferImmediatelyAvailableCredentials: true, challenge: Data([1]), allowedCredentialsArray: [[1, 2]],
                        userVerificationPreference: .preferred)
                }
                #expect(unknown == "\(WebAuthnError.notAllowed().code)")
            }
        }

        private func managed(_ node: Node, _ call: (FRWebAuthnManager) -> Void) async -> String {
            await withCheckedContinuation { continuation in
                let notes = ManagerNotes { continuation.resume(returning: $0) }
                let manager = FRWebAuthnManager(domain: Self.party, authenticationAnchor: nil, node: node)
                manager.delegate = notes
                call(manager)
            }
        }

        @Test("one key is removed from the device by itself; errors hold what is beneath")
        func removed() async throws {
            try await withBiometrics { live in
                _ = try await run(.register, pressing: allow)
                let source = try #require(FRWebAuthn.loadAllCredentials(by: Self.party).first)
                #expect(source.keyLabel.hasPrefix("passkey."))
                FRWebAuthn.deleteCredential(with: source)
                #expect(FRWebAuthn.loadAllCredentials(by: Self.party).isEmpty)
                #expect(try await devices(live).count == 1)
                let end = try await run(.register, pressing: cancel)
                #expect(end.error?.message()?.isEmpty == false && end.error?.platformError() == nil)
            }
        }

        @Test("the system's prompt has the app's text")
        func prompt() async throws {
            let reasons = ReasonNotes()
            WebAuthn.localAuthenticationString = "Look at the camera"
            defer { WebAuthn.localAuthenticationString = nil }
            try await withBiometrics { live in
                Environment.current.verification = reasons
                try FRAuth.start(options: live.options)
                _ = try await run(.register, pressing: allow)
                WebAuthn.localAuthenticationString = nil
                _ = try await run(.authenticate) { $0.first }
            }
            #expect(reasons.all.withLock { $0 } == ["Look at the camera", "Gatehouse: demo"])
        }

        @Test("a user who isn't recognised, and a device that can't look, make no key")
        func unverified() async throws {
            for (verification, expected) in [
                (SimulatedVerification(nil), WebAuthnError.notAllowed()), (nil, .constraint()),
            ] as [(SimulatedVerification?, WebAuthnError)] {
                try await withBiometrics { live in
                    var environment = Environment.current
                    environment.verification = verification
                    Environment.current = environment
                    try FRAuth.start(options: live.options)
                    #expect(try await run(.register, pressing: allow).error == expected)
                    #expect(FRWebAuthn.loadAllCredentials(by: Self.party).isEmpty)
                }
            }
        }

        @Test("each error becomes the outcome that the node has for it")
        func outcomes() {
            let texts: [(WebAuthnError, String)] = [
                (.unsupported(), "unsupported"), (.badData(), "ERROR::DataError:"), (.badOperation(), "ERROR::SecurityError:"),
                (.invalidState(), "ERROR::InvalidStateError:"), (.constraint(), "ERROR::ConstraintError:"),
                (.cancelled(), "ERROR::NotAllowedError:"), (.timeout(), "ERROR::TimeoutError:"), (.notAllowed(), "ERROR::NotAllowedError:"),
                (.unknown(), "ERROR::UnknownError:"),
            ]
            for (error, text) in texts { #expect(error.convertToWebAuthnOutcome().hasPrefix(text)) }
        }
    }
}

/// Learns how the use of a passkey ended, and stays until then: the manager holds it weakly.
private final class ManagerNotes: FRWebAuthnManagerDelegate {
    private let ended: (String) -> Void
    private var itself: ManagerNotes?

    init(ended: @escaping (String) -> Void) {
        self.ended = ended
        itself = self
    }

    func didFinishAuthorization() { end("finished") }
    func didCompleteWithError(_ error: any Error) { end("\((error as? WebAuthnError)?.code ?? 0)") }
    func didCancelModalSheet() { end("cancelled") }

    private func end(_ how: String) {
        itself = nil
        ended(how)
    }
}

/// A sensor that recognises everybody, with notes of what it was shown for.
private final class ReasonNotes: UserVerification {
    let all = Mutex<[String]>([])

    func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        all.withLock { $0.append(reason) }
        return .face
    }

    func enrollment() async -> BiometricEnrollment { .unknown }
}

private final class Mailbox<Content> {
    var content: Content?
}

private struct HandedOver<Value>: @unchecked Sendable {  // handed over once
    let value: Value
}
