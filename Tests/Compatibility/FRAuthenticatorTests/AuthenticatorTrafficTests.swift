import AuthenticatorMessages
import AuthenticatorTesting
import DeviceFoundation
import FRAuthenticator
import FRCore
import Foundation
import Primitives
import Synchronization
import Testing

/// Takes note of actions, and marks requests.
private struct Marking: FRCore.RequestInterceptor {
    let seen: Seen

    func intercept(request: Request, action: Action) -> Request {
        seen.actions.withLock { $0.append(action.type) }
        var headers = request.headers
        headers["x-app"] = "wallet"
        return Request(
            url: request.url, method: request.method, headers: headers, bodyParams: request.bodyParams, urlParams: request.urlParams,
            requestType: request.requestType, responseType: request.responseType, timeoutInterval: request.timeoutInterval)
    }
}

private final class Seen: Sendable {
    let actions = Mutex<[String]>([])
    let pins = Mutex<[PinSet]>([])
    let lines = Mutex<[String]>([])
}

private struct Lines: FRLogger {
    let seen: Seen

    func logVerbose(timePrefix: String, logPrefix: String, message: String) { note(logPrefix, message) }
    func logInfo(timePrefix: String, logPrefix: String, message: String) { note(logPrefix, message) }
    func logNetwork(timePrefix: String, logPrefix: String, message: String) { note(logPrefix, message) }
    func logWarning(timePrefix: String, logPrefix: String, message: String) { note(logPrefix, message) }
    func logError(timePrefix: String, logPrefix: String, message: String) { note(logPrefix, message) }

    private func note(_ prefix: String, _ message: String) { seen.lines.withLock { $0.append("\(prefix) \(message)") } }
}

extension AuthenticatorAppTests {
    private static var user: UIApplication { UIApplication() }

    @Test("push traffic passes the app's interceptors with the documented actions, is pinned as the app says, and is logged")
    func traffic() async throws {
        let (app, seen) = (App(), Seen())
        app.start()
        var environment = Environment.current
        let transport = environment.transport
        environment.transport = { pins in
            seen.pins.withLock { $0.append(pins) }
            return try transport(pins)
        }
        Environment.current = environment
        FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [Marking(seen: seen)])
        FRLog.setCustomLogger(Lines(seen: seen))
        defer {
            FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: nil)
            RestClient.shared.setURLSessionConfiguration(config: nil, handler: nil)
            FRLog.setCustomLogger(FRConsoleLogger())
        }
        FRAPushHandler.shared.application(Self.user, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
        FRALog.setLogLevel(.all)
        FRAClient.start()
        _ = try await App.add(app.server.code())
        let notification = try #require(FRAPushHandler.shared.application(Self.user, didReceiveRemoteNotification: app.push()))
        let hashes = FRSecurityConfiguration(hashes: ["S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I="])
        RestClient.shared.setURLSessionConfiguration(config: nil, handler: FRURLSessionSSLPinningHandler(frSecurityConfiguration: hashes))
        // The handler is asked before a request to a server with TLS, as the documentation's own handlers are.
        try await App.done { notification.accept(onSuccess: $0, onError: $1) }
        #expect(seen.actions.withLock { $0 } == ["PUSH_REGISTER", "PUSH_AUTHENTICATE"])
        #expect(app.server.requests.allSatisfy { $0.headers["x-app"] == "wallet" })
        #expect(seen.pins.withLock { $0.map(\.isEmpty) } == [true, false])
        let lines = seen.lines.withLock { $0 }
        #expect(lines.contains { $0.hasPrefix("[FRAuthenticator][Network] PUSH_REGISTER: POST") })
    }

    @Test("deviceTampering: the app's detectors decide, against the issuer's score", arguments: [(0.4, true), (0.8, false)])
    func tampering(_ score: Double, _ isMet: Bool) async throws {
        struct Found: FRCore.JailbreakDetector {
            let score: Double
            func analyze() -> Double { score }
        }
        let app = App()
        let before = FRJailbreakDetector.shared.detectors
        defer { FRJailbreakDetector.shared.detectors = before }
        FRJailbreakDetector.shared.detectors = [Found(score: score)]
        app.start()
        FRAPushHandler.shared.application(Self.user, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
        FRAClient.start()
        let uri = try app.server.code(withPassword: true, policies: #"{"deviceTampering":{"score":0.8}}"#)
        guard isMet else {
            await #expect(throws: AccountError.failToRegisterPolicyViolation("deviceTampering")) { try await App.add(uri) }
            return
        }
        let mechanism = try #require(try await App.add(uri) as? TOTPMechanism)
        FRJailbreakDetector.shared.detectors = [Found(score: 1)]
        #expect(throws: AccountError.accountLocked("deviceTampering")) { try mechanism.generateCode() }
        let policy = DeviceTamperingPolicy()
        #expect(!policy.evaluate() && DeviceTamperingPolicy.defaultThresholdScore == 1)
        FRJailbreakDetector.shared.detectors = []
        #expect(policy.evaluate())
    }

    @Test("an app's policy may be a structure")
    func structure() throws {
        struct Threshold: FRAPolicy {
            var data: Any?
            let name = "threshold"
            func evaluate() -> Bool { ((data as? [String: Any])?["most"] as? Int ?? 0) > 2 }
        }
        let app = App()
        app.start()
        let evaluator = FRAPolicyEvaluator()
        try evaluator.registerPolicies(policies: [Threshold()])
        func uri(_ most: Int) throws -> URL {
            try #require(URL(string: try app.server.code(withPassword: true, policies: #"{"threshold":{"most":\#(most)}}"#)))
        }
        #expect(evaluator.evaluate(uri: try uri(3)).comply)
        #expect(evaluator.evaluate(uri: try uri(1)).nonCompliancePolicy?.name == "threshold")
    }

    @Test("errors name what they are about, with the documented domains and numbers")
    func errors() async throws {
        let code = "otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        App().start()
        FRAClient.start()
        _ = try await App.add(code)
        await #expect(throws: MechanismError.alreadyExists("Example-ada-totp")) { try await App.add(code) }
        await #expect(throws: MechanismError.invalidQRCode) { try await App.add("https://example.com/totp/x?secret=GEZDGNBV") }
        await #expect(throws: MechanismError.invalidType) { try await App.add("otpauth://xotp/x?secret=GEZDGNBV") }
        let table: [(any FRError, String, Int)] = [
            (MechanismError.invalidQRCode, "mechanism", 6_000_000), (MechanismError.alreadyExists("x"), "mechanism", 6_000_004),
            (AccountError.accountLocked("x"), "account", 6_100_000),
            (AccountError.failToRegisterPolicyViolation("x"), "account", 6_100_005),
            (PushNotificationError.missingDeviceToken, "pushnotification", 1_100_000),
            (PushNotificationError.storageError("x"), "pushnotification", 1_100_002),
            (FRAError.invalidStateForChangingStorage, "fra", 8_000_000),
        ]
        for (error, domain, code) in table {
            let bridged = (error as any Error) as NSError
            #expect(bridged.domain == "com.forgerock.ios.frauthenticator.\(domain)" && bridged.code == code)
            #expect(!error.localizedDescription.isEmpty && !error.localizedDescription.contains("error \(code)"))
        }
    }
}
