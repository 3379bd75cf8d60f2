import Crypto
import Foundation
import HTTPTypes
import Primitives
import RiskSignals
import Testing

@Suite("The script that collects signals in browsers")
struct ScriptTests {
    @Test("served at its documented name and at an address with its version, to pages of any origin; the integrity is right")
    func served() async throws {
        let server = try await RiskServer()
        let latest = try await server.send(.get, "/signals/sdk/p1f-sdk.js")
        #expect(latest.status == 200 && latest.headers[.contentType]?.hasPrefix("text/javascript") == true)
        #expect(latest.headers[.accessControlAllowOrigin] == "*" && latest.body.count < 24_000)
        let tag = try #require(latest.headers[.eTag])
        #expect(try await server.send(.get, "/signals/sdk/p1f-sdk.js", headers: [.ifNoneMatch: tag]).status == 304)
        let described = try await server.send(.get, "/signals/sdk/integrity").json
        #expect(described["integrity"]?.string == "sha384-" + Data(SHA384.hash(data: Data(latest.body))).base64EncodedString())
        let source = try #require(described["src"]?.string)
        let pinned = try await server.send(.get, String(source.dropFirst(RiskServer.address.count)))
        #expect(pinned.body == latest.body && pinned.headers[.cacheControl]?.contains("immutable") == true)
        #expect(try await server.send(.get, "/signals/sdk/other/p1f-sdk.js").status == 404)
    }

    @Test("has the documented globals, events, attributes and calls, and asks nothing of others")
    func names() async throws {
        let server = try await RiskServer()
        let text = String(decoding: try await server.send(.get, "/signals/sdk/p1f-sdk.js").body, as: UTF8.self)
        let names = [
            "_securedTouch", "_securedTouchReady", "SecuredTouchReadyEvent", "_securedTouchToken", "SecuredTouchTokenReadyEvent", "init:",
            "login:", "logout:", "setSessionId:", "addTag:", "flush:", "pause:", "resume:", "pauseBehavioralData:", "resumeBehavioralData:",
            "data-st-tag", "data-st-tag-value", "data-st-field", "SocialType", "LOGIN", "loginAttemptEmail", "loginAttemptPhoneNumber",
            "accountCreationTime", "loginFailed", "forgotPassword", "REGISTRATION", "ACCOUNT", "CHECKOUT", "PRODUCT", "CATALOG",
            "CHALLENGE",
            "CART", "ORDERS", "CHAT", "FEED", "FEEDBACK", "_pingOneSignals", "initSilent", "getData", "PingOneSignalsReadyEvent",
        ]
        for name in names { #expect(text.contains(name), "\(name)") }
        for other in ["http://", "eval(", "localStorage", "sessionStorage", "document.cookie", "indexedDB"] {
            #expect(!text.contains(other), "\(other)")
        }
    }

    /// What the script signed in Node 20, for a page that made the calls which the text shows.
    private static let claims = #"""
            {"iss": "1d_rsE5QTI3f5P20xU9boZcSY7eibr1F5pkIwgW8zR0", "aud": "https://login.example.com/signals/v1/env-1", "iat": 1795579768, "seq": 0, "uuid": "ce5ab9e6-5d51-49b9-abcb-b1f58f3d87b4", "device": {"USER_AGENT": "UA", "LOCALE": "de", "TIME_ZONE": "UTC", "SCREEN_WIDTH": "1920", "SCREEN_HEIGHT": "1080", "CPU_COUNT": "8", "OS_NAME": "Linux x86_64"},
            "events": [["state", 0, 1795579768452, "started"],
            ["tag", 1, 0, "navigator.webdriver", "true"],
            ["tag", 1, 0, "location.host", "shop.example"],
            ["context", 1, 13, "login.attempt", "email", 25, "mail.example"],
            ["context", 1, 1, "login.attempt", "telephone", 11, "43"],
            ["context", 1, 0, "login.attempt", "word", 9],
            ["context", 1, 0, "login.attempt", "word", "google"],
            ["tag", 1, 0, "a", "own"],
            ["tag", 1, 0, "b", 7],
            ["context", 1, 0, "login.accountCreationTime", "day", 100],
            ["context", 1, 0, "account.notification", "setting", true, 4],
            ["context", 1, 0, "checkout.attempt", "word", "paypal"],
            ["context", 1, 0, "cart.clear"],
            ["context", 1, 0, "feedback.fraud"],
            ["keys", 1, 0, 2, 0, 0, 0, false, "username"],
            ["answer", 1, 0, 15]], "dropped": {},
            "behaviorPaused": false, "user": "8YJBXBEj0155Yn7oTwaWcpqvy_VHpeGDqjTI16BjM28", "session": "OLya9T8-LsUNvF8eJaTP8I3dPZ2cCGuGV7LcYNNHMkU"}
        """#

    @Test("what it writes is a payload of the protocol, to the last event")
    func payload() throws {
        let issuer = try #require(SignalsIssuer(base: "https://login.example.com", environment: "env-1"))
        let payload = try SignalPayload(parsing: Array(Self.claims.utf8), for: [issuer])
        #expect(payload.events.count == 16 && payload.device.values[.timeZone] == "UTC")
        #expect(payload.events.map(\.number) == Array(0..<16))
        #expect(
            payload.user
                == SignalIdentity.digest(
                    of: "ada",
                    at: try #require(SignalsIssuer(base: "https://login.example.com", environment: "0f5c0000-0000-4000-8000-000000000001")))
        )
    }
}
