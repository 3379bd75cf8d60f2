import Foundation
@testable import OIDC
import Synchronization
import Testing

@Suite("The system's authentication session")
struct SessionRunTests {
    @Test(
        "a redirect URI with a scheme of the app's is recognised by it, a Universal Link by host and path (RFC 8252 §7)",
        arguments: [
            ("org.example.app:/callback", SessionCallback.customScheme("org.example.app")),
            ("FRAuth://com.example", .customScheme("frauth")),
            ("https://app.example.com/callback", .https(host: "app.example.com", path: "/callback")),
            ("https://app.example.com", .https(host: "app.example.com", path: "/")),
        ] as [(String, SessionCallback)])
    func callback(_ redirect: String, _ expected: SessionCallback) { #expect(SessionCallback(redirect: redirect) == expected) }

    @Test("plain http belongs to no app", arguments: ["http://app.example.com/callback", "", "callback"])
    func none(_ redirect: String) { #expect(SessionCallback(redirect: redirect) == nil) }

    @Test("it ends where the system says")
    func ended() async throws {
        let url = try await SessionRun.location { finish in
            finish(URL(string: "org.example.app:/callback?code=1"), nil)
            return true
        }
        #expect(url.absoluteString == "org.example.app:/callback?code=1")
    }

    @Test("one that doesn't start is an error, and nobody waits for it")
    func notStarted() async {
        await #expect(throws: OIDCError(.browser, "")) { try await SessionRun.location { _ in false } }
    }

    @Test("one that is closed is cancelled, however often the system says so")
    func closed() async {
        await #expect(throws: OIDCError(.cancelled, "")) {
            try await SessionRun.location { finish in
                finish(nil, CancellationError())
                finish(nil, nil)
                return true
            }
        }
    }
}
