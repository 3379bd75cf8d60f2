import ClientTesting
import DeviceFoundation
import Foundation
import Primitives
import RiskSignals
@testable import SecuredTouch
import SignalsTesting
import Synchronization
import Testing

/// An app with the documented fraud SDK, and a server in memory.
struct FraudApp: Sendable {
    let time = ManualTime()
    let server: PretendRiskServer
    let store = InMemoryStore()

    init() throws {
        server = try PretendRiskServer(time: time)
        SecuredTouch.stop()
        var environment = Environment(transport: { [server] in server }, store: { [store] in store })
        (environment.time, environment.random, environment.words) = (time, SeededRandom(seed: 9), { ["custom_provider"] })
        Environment.current = environment
    }

    func start(_ host: String = "risk.example.com/am", _ edit: (STInitParams) -> Void = { _ in }) -> SecuredTouch? {
        let params = STInitParams(applicationId: "app-1", andAppSecret: "s3cret", andServerHost: host)
        edit(params)
        return SecuredTouch.initSDK(params)
    }

    /// Starts the SDK, and waits until it is.
    func started(_ edit: (STInitParams) -> Void = { _ in }) async throws -> SecuredTouch {
        let made = start("risk.example.com/am", edit)
        let sdk = try #require(made)
        _ = await withCheckedContinuation { continuation in
            let isDone = Mutex(false)
            sdk.onSecuredTouchInitialized { uuid in
                if isDone.withLock({
                    let was = $0; $0 = true; return !was
                }) {
                    continuation.resume(returning: uuid)
                }
            }
        }
        return sdk
    }

    func eventually(_ condition: @Sendable () -> Bool) async throws {
        for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }

    var bodies: [SignalEvent.Body] { server.events.map(\.body) }
}

@Suite("The documented fraud SDK", .serialized, SharedSettings(), .timeLimit(.minutes(5)))
struct SecuredTouchTests {
    private let app: FraudApp

    init() throws { app = try FraudApp() }

    @Test("started: the listener is told the UUID, which stays; the token is there; a second start is the same SDK")
    func start() async throws {
        let sdk = try await app.started()
        try await app.eventually { sdk.getToken() == "token-1" }
        #expect(UUID(uuidString: sdk.getInstanceUUID()) != nil && app.start() === sdk)
        let ready = Mutex(0)
        sdk.onTokenReady { ready.withLock { $0 += 1 } }
        #expect(ready.withLock { $0 } == 1)
        let registration = try #require(app.server.now.registrations.first)
        #expect(registration.application == "app-1" && registration.isMade(with: Secret("s3cret")))
    }

    @Test("an expired token is not given out, and a new one is told")
    func token() async throws {
        let sdk = try await app.started()
        try await app.eventually { sdk.getToken() == "token-1" }
        app.time.advance(by: Double(SignalLimits.tokenLifetime))
        #expect(sdk.getToken() == nil)
        try await app.eventually { sdk.getToken() == "token-2" }
    }

    @Test("a start that fails tells UUID, reason and code; a host that is none gives no SDK")
    func failure() async throws {
        app.server.change { $0.isDown = true }
        let sdk = try #require(app.start())
        let told = Mutex<(String?, String?, Int)?>(nil)
        sdk.onSecuredTouchError { uuid, message, code in told.withLock { $0 = (uuid, message, code) } }
        try await app.eventually { told.withLock { $0 != nil } }
        #expect(told.withLock { $0?.0 == sdk.getInstanceUUID() && $0?.1?.isEmpty == false && $0?.2 == 3 })
        SecuredTouch.stop()
        #expect(app.start("ftp://x") == nil)
    }

    @Test("login, logout and session as at the start or later, flushed on demand")
    func session() async throws {
        let sdk = try await app.started {
            $0.userId = "u-1"
            $0.sessionId = "s-1"
        }
        let issuer = try #require(SignalsIssuer(base: "risk.example.com/am", environment: "app-1"))
        sdk.login("u-2", andSessionId: "s-2")
        sdk.logout()
        sdk.addTag("tag", withValue: "custom_provider").addTag("other")
        sdk.flush()
        try await app.eventually { app.server.events.count == 5 }
        let payloads = app.server.now.payloads
        #expect(payloads.map(\.session) == ["s-1", "s-2", nil].map { $0.map { SignalIdentity.digest(of: $0, at: issuer) } })
        #expect(payloads.map(\.user) == ["u-1", "u-2", nil].map { $0.map { SignalIdentity.digest(of: $0, at: issuer) } })
        #expect(app.bodies.suffix(2) == [.tag(SignalTag(.word("tag"), value: .word("custom_provider"))), .tag(SignalTag(.word("other")))])
    }

    @Test("the document's own code starts the SDK, gets its token, and says who signs in and out")
    func snippets() async throws {
        #expect(applicationMain().compactMap(\.self).map { $0.hasSuffix("STApplication") } == [true, false])
        let printed = Mutex<[String]>([])
        let made = initialize("app-1", "s3cret", "risk.example.com/am", "u-1", "s-1") { line in printed.withLock { $0.append(line) } }
        let sdk = try #require(made)
        let uuid = sdk.getInstanceUUID()
        try await app.eventually { printed.withLock { $0.first == "SecuredTouch Initialized \(uuid)" } }
        let token = fetchToken(sdk) { line in printed.withLock { $0.append(line) } }
        #expect(token == "token-1")
        #expect(printed.withLock { $0.contains("SecuredTouch Token is ready, token-1") })
        usersAndTags(sdk, "u-2", "s-2", "cart", "custom_provider")
        try await app.eventually { app.bodies.filter { if case .tag = $0 { true } else { false } }.count == 4 }
        let states = app.bodies.compactMap { if case .state(let change) = $0 { change } else { nil } }
        #expect(states == [.started, .loggedIn, .loggedIn, .loggedOut, .loggedOut, .sessionChanged])
        #expect(usefulOperations(sdk) == sdk.getInstanceUUID())
    }

    @Test("each call of the document is one event of its name, in order")
    func contexts() async throws {
        let sdk = try await app.started()
        namedCalls(sdk)
        iOSSnippets(sdk)
        sdk.flush()
        try await app.eventually { app.server.events.count == 1 + 20 + 25 }
        let names = app.bodies.compactMap { if case .context(let event) = $0 { event.name } else { nil } }
        #expect(Set(names) == Set(ContextName.allCases))
        #expect(app.bodies.contains(.context(.loginAttempt(provider: .word("custom_provider")))))
        #expect(app.bodies.contains(.context(.challengeInvoked(kind: .other(length: 18)))))
    }

    @Test("paused, nothing is collected or sent; resumed, it goes on")
    func paused() async throws {
        let sdk = try await app.started()
        sdk.pause()
        sdk.addTag("lost")
        sdk.flush()
        sdk.resume()
        sdk.pauseBehavioralData()
        sdk.resumeBehavioralData()
        sdk.flush()
        try await app.eventually { app.bodies == [.state(.started), .state(.resumed), .state(.behaviorPaused), .state(.behaviorResumed)] }
    }

    @Test("the names of Android's SDK lead to the same SDK, and its listeners are told")
    func android() async throws {
        let listener = Listener()
        SecuredTouchSDK.setEventListener(listener)
        SecuredTouchSDK.setTokenReadyListener(listener)
        SecuredTouchSDK.login("too early")
        SecuredTouchSDK.`init`(nil, STInitParams("app-1", "s3cret", "risk.example.com/am"))
        try await app.eventually { listener.told.withLock { $0.count >= 2 } }
        #expect(listener.told.withLock { Set($0) } == ["initialized", "token"])
        SecuredTouchSDK.LOGIN?.loginAttempt(SocialType.GOOGLE)
        SecuredTouch.CHECKOUT?.applyCoupon()
        SecuredTouchSDK.flush()
        try await app.eventually { app.server.events.count == 3 }
        #expect(SecuredTouchSDK.getInstanceUUID() == app.server.now.payloads.first?.uuid)
    }

    /// What a user could be known by, and what the app is given it as.
    private static let personal = [
        "alice.doe@private.example", "alice.doe", "+49 170 1234567", "1701234567", "1234567", "Rosenweg 12, 10115 Berlin", "Rosenweg",
        "Alice Doe", "Alicia", "my secret pass phrase", "4111 1111 1111 1111", "4111111111111111",
    ]

    @Test("of e-mail, telephone, address, typed text and names nothing leaves the process, and nothing is stored or logged")
    func privacy() async throws {
        let sdk = try await app.started {
            $0.userId = Self.personal[0]
            $0.sessionId = Self.personal[1]
            $0.consoleLogEnabled = false
        }
        for text in Self.personal { feed(text, to: sdk) }
        sdk.login("alice.doe@private.example", andSessionId: "Alicia")
        sdk.pause()
        sdk.resume()
        sdk.pause()
        sdk.resume()
        sdk.flush()
        try await app.eventually { app.bodies.last == .state(.resumed) && app.server.now.payloads.count >= 2 }
        sdk.pause()
        var searched = app.server.now.payloads.map { JSONValue.object($0.claims).text }
        for request in app.server.now.requests {
            searched += [String(decoding: request.body, as: UTF8.self), "\(request.url)", "\(request.headers)"]
        }
        searched += app.server.now.registrations.map { String(decoding: $0.signingInput, as: UTF8.self) }
        for key in await app.store.keys(in: "signals") { searched.append(await app.store.get(StoreKey("signals", key))?.reveal() ?? "") }
        #expect(searched.contains { $0.contains("\"session\"") && !$0.contains("aud") }, "what the pause saved is among it")
        for text in Self.personal {
            for place in searched { #expect(!place.lowercased().contains(text.lowercased()), "\(text)") }
        }
        // What is meant to be there, so that the search isn't of nothing.
        #expect(searched.contains { $0.contains("private.example") } && searched.contains { $0.contains(",\"49\"]") })
    }

    /// A text through every call that takes one.
    private func feed(_ text: String, to sdk: SecuredTouch) {
        sdk.loginContext.loginAttemptEmail(text)
        sdk.loginContext.loginAttempt(with: text)
        sdk.loginContext.loginAttemptPhoneNumber("49", text)
        sdk.loginContext.loginAttemptPhoneNumber(text, text)
        sdk.registrationContext.registrationAttemptEmail(text)
        sdk.registrationContext.registrationAttempt(with: text)
        sdk.accountContext.shippingAddressChanged(text)
        sdk.accountContext.emailAddressChanged(text)
        sdk.accountContext.notificationChanged(true, withInfo: text)
        sdk.checkoutContext.purchaseAttempt(with: text)
        sdk.challengeContext.challengeInvoked(with: text)
        sdk.addTag("tag", withValue: text)
        sdk.login(text)
        sdk.setSessionId(text)
        sdk.logout(text)
    }

    private final class Listener: StatusEventListener, TokenReadyListener, Sendable {
        let told = Mutex<[String]>([])

        func onError(_ uuid: String, _ message: String, _ code: Int) { told.withLock { $0.append("error \(code)") } }
        func onInitialized(_ uuid: String) { told.withLock { $0.append("initialized") } }
        func onTokenReady() { told.withLock { $0.append("token") } }
    }
}
