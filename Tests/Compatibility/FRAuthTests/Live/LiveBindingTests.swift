import DeviceBinding
import DeviceFoundation
import FRAuth
import FRDeviceBinding
import Foundation
import JourneyMessages
import Primitives
import ServerTesting
import Synchronization
import TerminalJourneys
import Testing
import DeviceRegistry
import Services
import Directory

extension Documentation {
    @Suite("Against a server: bind and verify user devices")
    struct LiveBinding {
        private let harness: Harness

        init() throws {
            harness = try Harness()
            var environment = BindingEnvironment.current
            environment.application = "com.example.app"
            environment.verification = SimulatedVerification(.fingerprint)
            environment.pins = nil
            BindingEnvironment.current = environment
        }

        private static let types = DeviceBindingAuthenticationType.allCases

        private func live(_ type: DeviceBindingAuthenticationType = .none, _ body: (BindingApp) async throws -> Void) async throws {
            try await harness.live { live in
                try await live.addBindingJourneys(type)
                try FRAuth.start(options: live.options)
                try await body(BindingApp(live: live))
            }
        }

        @Test("DeviceBindingCallback.bind and DeviceSigningVerifierCallback.sign", arguments: types)
        func bindAndSign(_ type: DeviceBindingAuthenticationType) async throws {
            try await live(type) { app in
                let bound = try await app.binding { callback, controller in
                    #expect(callback.deviceBindingAuthenticationType == type && callback.userName == "demo" && callback.timeout == 60)
                    #expect(callback.title == "Authentication required" && !callback.challenge.isEmpty && callback.promptDescription != "")
                    if type == .applicationPin { controller.bindWithPin(callback) } else { controller.bind(callback) }
                }
                #expect(bound.outcome == "success" && bound.status == nil)
                let key = try #require(FRUserKeys().loadAll().first)
                #expect(key.userName == "demo" && key.authType == type && FRUserKeys().loadAll().count == 1)
                #expect(try await app.serverKeys().map(\.keyID) == [key.kid])
                let signed = try await app.signing { callback, controller in
                    if type == .applicationPin { controller.signWithPin(callback, pin: "1234") } else { controller.sign(callback) }
                }
                #expect(signed.outcome == "success")
            }
        }

        @Test("the device gets the name that it is given")
        func name() async throws {
            try await live { app in
                _ = try await app.binding { $1.bind($0) }
                let user = try await app.user()
                let devices = try await app.live.server.domain.deviceRegistry.devices.devices(of: user.id, in: app.live.realm.id)
                #expect(devices.map(\.nickname) == ["My iOS Device"])
            }
        }

        @Test("Add custom claims when signing: the journey's script reads them; reserved ones are invalidCustomClaims")
        func customClaims() async throws {
            try await live { app in
                _ = try await app.binding { $1.bind($0) }
                let node = try await app.start("Sign", name: true)
                let status = try await app.act(on: node, DeviceSigningVerifierCallback.self) { $1.signWithClaims($0) }
                #expect(status == nil)
                let next: Outcome<Token> = await outcome { node.next(completion: $0) }
                let claims = try #require(try next.node?.first(MetadataCallback.self).outputs["claims"] as? [String: Any])
                #expect(claims["platform"] as? String == "iOS" && claims["isCompanyPhone"] as? Bool == true)
                #expect(claims["lastUpdated"] as? Int != nil && claims["challenge"] as? String != nil)
                for name in ["sub", "challenge", "exp", "iat", "nbf", "iss"] {
                    let node = try await app.start("Sign", name: true)
                    let status = try await app.act(on: node, DeviceSigningVerifierCallback.self) {
                        $1.signWithClaim(named: name, $0)
                    }
                    #expect(status == .invalidCustomClaims)
                }
            }
        }

        @Test("Custom authentication prompts: the PIN pad shows them")
        func prompts() async throws {
            try await live(.applicationPin) { app in
                let pad = RecordingPad()
                BindingEnvironment.current.pins = pad
                let end1 = try await app.binding { $1.bindWithPrompt($0) }
                #expect(end1.outcome == "success")
                let end2 = try await app.signing { $1.signWithPrompt($0) }
                #expect(end2.outcome == "success")
                #expect(pad.titles == ["Custom Title", "Custom Title"])
            }
        }

        @Test("Custom authentication prompts: the phone's PIN pad plays them, for the snippets as for its own journeys")
        func terminal() async throws {
            try await live(.applicationPin) { app in
                let user = TypingUser(["1234", "1234", "0000"])
                BindingEnvironment.current.pins = TerminalPINs(user: user)
                #expect(try await app.binding { $1.bindWithPrompt($0) }.outcome == "success")
                #expect(user.said == ["  Custom Title", "  Custom Subtitle", "  Custom Description"])
                #expect(try await app.signing { $1.signWithPrompt($0) }.outcome == "success")
                let wrong = try await app.signing { $1.sign($0) }
                #expect(wrong.outcome == "Unsupported" && wrong.status == .unAuthorize)
                let gone = try await app.signing { $1.sign($0) }
                #expect(gone.outcome == "Abort" && gone.status == .abort, "nobody types any more")
            }
        }

        @Test("Custom key selection UI: of two users' keys the newest is taken, and signs that user in")
        func selection() async throws {
            try await live { app in
                _ = try await app.live.server.domain.directory.users.create(
                    "other", in: app.live.realm.id,
                    passwordHash: try await app.live.server.domain.directory.hasher.hash(Secret("Ch4ng3it!")))
                _ = try await app.binding { $1.bind($0) }
                harness.time.advance(by: 1)
                _ = try await app.binding(as: "other") { $1.bind($0) }
                #expect(FRUserKeys().loadAll().map(\.userName) == ["other", "demo"])
                let signed = try await app.signing("Usernameless") { $1.signWithSelector($0) }
                #expect(signed.outcome == "success" && signed.user == "other")
            }
        }

        @Test("Unbind devices: without a session the server refuses and the key stays; with one it is gone on both sides")
        func unbind() async throws {
            try await live { app in
                _ = try await app.binding { $1.bind($0) }
                let userKeys = FRUserKeys().loadAll()
                let userKey = try #require(userKeys.first)
                #expect(!Unbinding.delete(userKey) && FRUserKeys().loadAll() == [userKey])
                let end3 = try await app.signing(finish: true) { $1.sign($0) }
                #expect(end3.outcome == "success")
                #expect(Unbinding.delete(userKey) && FRUserKeys().loadAll().isEmpty)
                #expect(try await app.serverKeys().isEmpty)
                let request = try #require(app.live.wire.requests(to: userKey.kid).last)
                #expect(request.method == .delete && request.url.absoluteString.contains("/devices/2fa/binding/"))
            }
        }

        @Test("Unbind devices: forceDelete removes the local key where the server refuses")
        func forced() async throws {
            try await live { app in
                _ = try await app.binding { $1.bind($0) }
                let userKey = try #require(FRUserKeys().loadAll().first)
                #expect(throws: (any Error).self) { try FRUserKeys().delete(userKey: userKey, forceDelete: true) }
                #expect(FRUserKeys().loadAll().isEmpty)
                #expect(try await app.serverKeys().count == 1)
            }
        }

        @Test("Error handling: each status, and the outcome that it maps to")
        func statuses() async throws {
            try await live(.biometricOnly) { app in
                BindingEnvironment.current.verification = nil
                let unsupported = try await app.binding { $1.bind($0) }
                #expect(unsupported.outcome == "Unsupported")
                if case .unsupported? = unsupported.status {} else { Issue.record("\(String(describing: unsupported.status))") }
                BindingEnvironment.current.verification = SimulatedVerification(nil)
                let stranger = try await app.binding { $1.bind($0) }
                #expect(stranger.outcome == "Unsupported" && stranger.status == .unAuthorize)
                BindingEnvironment.current.verification = LateVerification(time: harness.time)
                let late = try await app.binding { $1.bind($0) }
                #expect(late.outcome == "Timeout" && late.status == .timeout)
                BindingEnvironment.current.verification = SimulatedVerification(.face)
                let end4 = try await app.binding { $1.bind($0) }
                #expect(end4.outcome == "success")
                try await harness.store.delete(StoreKey("bound-key-pairs", try #require(FRUserKeys().loadAll().first).kid))
                let gone = try await app.signing { $1.sign($0) }
                #expect(gone.outcome == "ClientNotRegistered" && gone.status == .unRegister)
                let custom = try await app.signing { $1.signWithCustomError($0) }
                #expect(custom.outcome == "CustomUnReg" && custom.status == .unRegister)
            }
        }

        @Test("Error handling: a wrong PIN is unAuthorize; after the last the key is gone, and the device must be bound again")
        func wrongPin() async throws {
            try await live(.applicationPin) { app in
                let end5 = try await app.binding { $1.bindWithPin($0) }
                #expect(end5.outcome == "success")
                for _ in 0..<5 {
                    let wrong = try await app.signing { $1.signWithPin($0, pin: "0000") }
                    #expect(wrong.outcome == "Unsupported" && wrong.status == .unAuthorize)
                }
                let gone = try await app.signing { $1.signWithPin($0, pin: "1234") }
                #expect(gone.outcome == "ClientNotRegistered" && gone.status == .unRegister && FRUserKeys().loadAll().isEmpty)
                let end6 = try await app.binding { $1.bindWithPin($0) }
                #expect(end6.outcome == "success")
                let end7 = try await app.signing { $1.signWithPin($0, pin: "1234") }
                #expect(end7.outcome == "success")
            }
        }

        @Test("a user who turns away aborts; an error of the app's own is the outcome of its name")
        func aborted() async throws {
            try await live(.applicationPin) { app in
                BindingEnvironment.current.pins = RecordingPad(pin: nil)
                let aborted = try await app.binding { $1.bindWithCustomError($0) }
                #expect(aborted.outcome == "Abort" && aborted.status == .abort)
            }
        }

        @Test("a signature is good for its own challenge, once, and in time; altered it is for none")
        func replayed() async throws {
            try await live { app in
                _ = try await app.binding { $1.bind($0) }
                let first = try await app.start("Sign", name: true)
                _ = try await app.act(on: first, DeviceSigningVerifierCallback.self) { $1.sign($0) }
                let callback = try first.first(DeviceSigningVerifierCallback.self)
                let jws = try #require(callback.answeredJws)
                for (text, wait) in [(jws, 0), (String(jws.dropLast(4)) + "AAAA", 0), (jws, 130)] as [(String, TimeInterval)] {
                    let other = try await app.start("Sign", name: true)
                    harness.time.advance(by: wait)
                    try other.first(DeviceSigningVerifierCallback.self).setJws(text)
                    #expect(try await app.end(of: other).outcome == "failure")
                }
                let late = try await app.start("Sign", name: true)
                _ = try await app.act(on: late, DeviceSigningVerifierCallback.self) { $1.sign($0) }
                harness.time.advance(by: 130)
                #expect(try await app.end(of: late).outcome == "failure", "expired")
                let good = try await app.start("Sign", name: true)
                _ = try await app.act(on: good, DeviceSigningVerifierCallback.self) { $1.sign($0) }
                #expect(try await app.end(of: good).outcome == "success")
                harness.time.advance(by: 11)
                #expect(try await app.end(of: good).outcome == nil, "spent, also when no result is repeated any more")
            }
        }
    }
}

/// A PIN pad that notes what it shows.
private final class RecordingPad: PINCollector {
    private let shown = Mutex<[String]>([])
    private let pin: String?

    init(pin: String? = "1234") { self.pin = pin }

    var titles: [String] { shown.withLock { $0 } }

    func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret? {
        shown.withLock { $0.append(prompt.title) }
        return pin.map { Secret($0) }
    }
}

/// Somebody at a terminal who types these lines.
private final class TypingUser: JourneyConversation {
    private let lines: Mutex<[String]>
    private let heard = Mutex<[String]>([])
    let isTyped = false

    init(_ lines: [String]) { self.lines = Mutex(lines) }

    var said: [String] { heard.withLock { $0 } }

    func say(_ line: String) { heard.withLock { $0.append(line) } }
    func ask(_ question: String) throws -> String {
        guard let line = lines.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw PlayerError(.silent, "nobody is there") }
        return line
    }

    func askHidden(_ question: String) throws -> Secret { Secret(try ask(question)) }
}

/// A user who takes more than a minute.
private struct LateVerification: UserVerification {
    let time: ManualTime

    func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        time.advance(by: 61)
        return .face
    }

    func enrollment() async -> BiometricEnrollment { .unknown }
}
