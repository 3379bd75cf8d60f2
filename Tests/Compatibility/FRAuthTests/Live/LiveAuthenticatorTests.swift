import ClientTesting
import DeviceBindingMessages
import DeviceFoundation
@testable import FRAuth
import FRDeviceBinding
import Foundation
import JOSE
import Primitives
import ServerTesting
import Testing

extension Documentation {
    @Suite("Against a server: authenticators of an app's own")
    struct LiveAuthenticators {
        private let harness: Harness

        init() throws {
            harness = try Harness()
            var environment = BindingEnvironment.current
            environment.application = "com.example.app"
            environment.verification = SimulatedVerification(.face, enrollment: .enrolled([1]))
            BindingEnvironment.current = environment
        }

        private func live(_ type: DeviceBindingAuthenticationType, _ body: (BindingApp) async throws -> Void) async throws {
            try await harness.live { live in
                try await live.addBindingJourneys(type)
                try FRAuth.start(options: live.options)
                try await body(BindingApp(live: live))
            }
        }

        private func bind(_ app: BindingApp, _ authenticator: any DeviceAuthenticator) async throws -> BindingApp.End {
            try await app.binding { callback, controller in
                callback.bind(deviceAuthenticator: { _ in authenticator }, completion: { controller.process($0) })
            }
        }

        private func sign(
            _ app: BindingApp, _ authenticator: any DeviceAuthenticator, claims: [String: Any] = [:]
        ) async throws -> BindingApp.End {
            try await app.signing { callback, controller in
                callback.deviceAuthenticatorIdentifier = { _ in authenticator }
                callback.sign(customClaims: claims, completion: { controller.process($0) })
            }
        }

        @Test("a class of its own makes the key, asks and signs; the server takes what it signed, and the module keeps its user")
        func own() async throws {
            try await live(.none) { app in
                let authenticator = OwnAuthenticator(time: harness.time)
                #expect(try await bind(app, authenticator).outcome == "success")
                let key = try #require(FRUserKeys().getAll().first)
                #expect(try await app.serverKeys().map(\.keyID) == [key.kid])
                #expect(key.createdAt == harness.time.now.timeIntervalSince1970 && key.biometricDomainState == Data([7]))
                #expect(try JSONDecoder().decode(UserKey.self, from: JSONEncoder().encode(key)) == key)
                #expect(FRUserKeys().getKeyStatus(userId: key.userId) == .singleKeyFound(key: key))
                #expect(FRUserKeys().getKeyStatus(userId: "id=nobody") == .noKeysFound)
                #expect(try await sign(app, authenticator, claims: ["amount": 12]).outcome == "success")
                #expect(
                    authenticator.calls == [
                        "initialize", "setPrompt", "isSupported", "generateKeys", "bind",
                        "initialize", "setPrompt", "isSupported", "validate amount", "sign amount",
                    ])
            }
        }

        @Test("what a class of its own throws is the status, and its outcome; other biometrics delete the key")
        func statuses() async throws {
            try await live(.none) { app in
                let authenticator = OwnAuthenticator(time: harness.time)
                for status in [DeviceBindingStatus.unAuthorize, .abort, .timeout] {
                    authenticator.failure = status
                    let end = try await bind(app, authenticator)
                    #expect(end.status == status && end.outcome == status.clientError)
                }
                #expect(authenticator.calls.last == "deleteKeys" && FRUserKeys().getKeyStatus(userId: nil) == .noKeysFound)
                authenticator.failure = nil
                #expect(try await bind(app, authenticator).outcome == "success")
                authenticator.accepts = false
                #expect(try await sign(app, authenticator, claims: ["amount": 12]).status == .invalidCustomClaims)
                authenticator.accepts = true
                authenticator.biometrics = Data([8])
                let gone = try await sign(app, authenticator)
                #expect(gone.status == .unRegister && gone.outcome == "ClientNotRegistered" && authenticator.calls.last == "deleteKeys")
                #expect(FRUserKeys().getAll().isEmpty)
            }
        }

        @Test("a class that changes a part of the module's: the times, the claims, the support", arguments: [true, false])
        func changed(_ isSupported: Bool) async throws {
            try await live(.biometricOnly) { app in
                let authenticator = ChangedAuthenticator()
                authenticator.supports = isSupported
                let bound = try await bind(app, authenticator)
                guard isSupported else {
                    if case .unsupported? = bound.status {} else { Issue.record("\(String(describing: bound.status))") }
                    return
                }
                #expect(bound.outcome == "success" && FRUserKeys().getAll().first?.authType == .biometricOnly)
                #expect(try await sign(app, authenticator, claims: ["amount": 12]).outcome == "success")
                #expect(try await sign(app, authenticator, claims: ["colour": "red"]).status == .invalidCustomClaims)
                // A statement that isn't valid yet is none for the server.
                authenticator.delay = 3600
                #expect(try await sign(app, authenticator).outcome == "failure")
            }
        }

        @Test(
            "other biometrics than those that a key was bound with delete it",
            arguments: [.biometricOnly, .biometricAllowFallback] as [DeviceBindingAuthenticationType])
        func enrolled(_ type: DeviceBindingAuthenticationType) async throws {
            try await live(type) { app in
                #expect(try await app.binding { $1.bind($0) }.outcome == "success")
                #expect(FRUserKeys().getAll().first?.biometricDomainState == Data([1]))
                #expect(try await app.signing { $1.sign($0) }.outcome == "success")
                BindingEnvironment.current.verification = SimulatedVerification(.face, enrollment: .enrolled([2]))
                let gone = try await app.signing { $1.sign($0) }
                #expect(gone.status == .unRegister && gone.outcome == "ClientNotRegistered" && FRUserKeys().getAll().isEmpty)
            }
        }

        @Test("the callbacks are multiple-value ones, whose inputs an app sets by their names")
        func values() async throws {
            try await live(.none) { app in
                let node = try await app.start("Bind", name: true)
                let callback: MultipleValuesCallback = try node.first(DeviceBindingCallback.self)
                #expect(callback.inputNames.count == 4)
                let error = try #require(callback.inputNames.first { $0.hasSuffix("clientError") })
                callback.inputValues = [error: "Abort"]
                #expect(callback.inputValues[error] as? String == "Abort")
                #expect(try await app.end(of: node).outcome == "Abort")
            }
        }
    }
}

/// An app's authenticator from the ground up, with a key in memory.
private final class OwnAuthenticator: DeviceAuthenticator {
    private let time: ManualTime
    private var key: JWK?
    var calls: [String] = []
    var failure: DeviceBindingStatus?
    var accepts = true
    var biometrics = Data([7])

    init(time: ManualTime) { self.time = time }

    func generateKeys() throws -> KeyPair {
        calls.append("generateKeys")
        let pair = try JWK.generate(.p256, random: SystemRandom())
        key = pair
        return KeyPair(publicKey: Data([4]), keyAlias: "own")
    }

    func sign(keyPair: KeyPair, kid: String, userId: String, challenge: String, expiration: Date) throws -> String {
        calls.append(keyPair.keyAlias == "own" ? "bind" : "another key")
        if let failure { throw failure }
        key?.keyID = kid
        return try text(userId, challenge, expiration, ["platform": "ios"], isBinding: true)
    }

    func sign(userKey: UserKey, challenge: String, expiration: Date, customClaims: [String: Any]) throws -> String {
        calls.append("sign \(customClaims.keys.sorted().joined())")
        return try text(userKey.userId, challenge, expiration, ["amount": 12], isBinding: false)
    }

    private func text(_ user: String, _ challenge: String, _ end: Date, _ claims: JSONObject, isBinding: Bool) throws -> String {
        let statement = try BoundStatement(
            application: "com.example.app", subject: user, challenge: challenge, issuedAt: time.now, notBefore: time.now, expires: end,
            others: claims)
        return try statement.signed(with: try #require(key), isBinding: isBinding)
    }

    func isSupported() -> Bool {
        calls.append("isSupported")
        return true
    }

    func setPrompt(_ prompt: Prompt) { calls.append("setPrompt") }
    func type() -> DeviceBindingAuthenticationType { .none }
    func initialize(userId: String) { calls.append("initialize") }
    func deleteKeys() { calls.append("deleteKeys") }
    func biometricDomainState() -> Data? { biometrics }

    func validateCustomClaims(_ customClaims: [String: Any]) -> Bool {
        calls.append("validate \(customClaims.keys.sorted().joined())")
        return accepts
    }
}

/// The module's authenticator with parts of an app's own.
private final class ChangedAuthenticator: BiometricOnly {
    var supports = true
    var delay: TimeInterval = 0

    override func isSupported() -> Bool { supports && super.isSupported() }
    override func notBeforeTime() -> Date { super.notBeforeTime().addingTimeInterval(delay) }
    override func validateCustomClaims(_ customClaims: [String: Any]) -> Bool { customClaims["colour"] == nil }
}
