import JourneyModel
import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import Store
import Testing

@testable import JourneyEngine
@testable import Directory
import Services
import Sessions
import Foundations

@Suite("Persistent cookies")
struct PersistentCookieTests {
    /// AM's sample PersistentCookie (`docs/protocols/journey-nodes.md` 6).
    private static func journey(_ decision: String = "{}") -> String {
        """
        name: PersistentCookie
        start: cookie
        nodes:
          cookie: { persistentCookieDecision: \(decision), "true": success, "false": form }
          form: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": set, "false": failure }
          set: { setPersistentCookie: { maxLife: 24, idleTimeout: 2 }, next: success }
        """
    }

    private func signedIn(_ decision: String = "{}") async throws -> (harness: JourneyHarness, first: JourneyCompletion) {
        let harness = try await JourneyHarness()
        try await harness.add(Self.journey(decision))
        return (harness, try await harness.login("PersistentCookie").success)
    }

    private func start(
        _ harness: JourneyHarness, _ cookies: [JourneyCookie], from address: String = "192.0.2.1"
    ) async throws -> JourneyReply {
        var client = harness.client
        client.address = address
        client.request = { RequestFacts(cookies: cookies.map { RequestFacts.Field($0.name, $0.value) }) }
        return try await harness.start("PersistentCookie") { $0.client = client }
    }

    @Test("signs in without a password, with a session as old as the password's, and is given anew")
    func signsIn() async throws {
        let (harness, first) = try await signedIn()
        let cookie = try #require(first.cookies.first)
        #expect(cookie.name == "session-jwt" && cookie.maxAge == 7200 && cookie.isSecure && cookie.isHTTPOnly && cookie.sameSite == .lax)
        harness.time.advance(by: 7000)
        let second = try await start(harness, first.cookies).success
        #expect(second.session?.user == harness.user.id && second.session?.created == first.session?.created)
        #expect(second.session?.ends ?? .distantPast > harness.time.now)
        harness.time.advance(by: 7000)
        #expect(try await start(harness, second.cookies).success.session != nil, "renewed")
        #expect((try? await start(harness, first.cookies).success) == nil, "lay unused too long")
    }

    @Test("ends with its life, however often it is renewed")
    func ends() async throws {
        let (harness, first) = try await signedIn()
        var cookies = first.cookies
        for _ in 0..<13 {
            harness.time.advance(by: 6600)
            cookies = try await start(harness, cookies).success.cookies
        }
        harness.time.advance(by: 700)
        #expect((try? await start(harness, cookies).success) == nil)
    }

    @Test("counts no more after a new password, while locked, when inactive")
    func invalid() async throws {
        let (harness, first) = try await signedIn()
        let (domain, realm, user) = (harness.domain, harness.realm, harness.user)
        try await domain.platform.database.write { try Users.setLock(until: .distantFuture, of: user.id, realm: realm.id, in: $0) }
        #expect((try? await start(harness, first.cookies).success) == nil)
        try await domain.platform.database.write { try Users.setLock(until: nil, of: user.id, realm: realm.id, in: $0) }
        #expect(try await start(harness, first.cookies).success.session != nil)
        _ = try await domain.directory.accounts.change(user.id, in: realm) { $0["accountStatus"] = "inactive" }
        #expect((try? await start(harness, first.cookies).success) == nil)
        _ = try await domain.directory.accounts.change(user.id, in: realm, password: Secret("correct horse battery")) {
            $0["accountStatus"] = "active"
        }
        #expect((try? await start(harness, first.cookies).success) == nil)
    }

    @Test("counts after a login that hashed the same password anew")
    func hashedAnew() async throws {
        let (harness, first) = try await signedIn()
        let (domain, user) = (harness.domain, harness.user)
        let hash = try #require(user.passwordHash)
        var stronger = PasswordHasher.Configuration(concurrency: 1)
        stronger.algorithm = .argon2id(memory: 64, passes: 1, lanes: 1)
        let hasher = PasswordHasher(stronger, random: SeededRandom(seed: 2))
        let renewed = try await hasher.renewed(hash, of: JourneyHarness.password, for: .server)
        try await domain.platform.database.write { try Users.renewHash(hash, by: renewed, of: user.id, realm: user.realm, in: $0) }
        #expect(try await harness.storedUser()?.passwordHash == renewed)
        #expect(try await start(harness, first.cookies).success.session != nil)
        await hasher.close()
    }

    @Test("counts for its realm, its name and, where asked, its address only")
    func bound() async throws {
        let (harness, first) = try await signedIn("{ enforceClientIp: true }")
        #expect((try? await start(harness, first.cookies, from: "198.51.100.7").success) == nil)
        #expect(try await start(harness, first.cookies).success.session != nil)
        try await harness.add(Self.journey("{ persistentCookieName: other }"))
        var renamed = first.cookies[0]
        renamed.name = "other"
        #expect((try? await start(harness, [renamed]).success) == nil)
        let path = try #require(RealmPath("/beta"))
        var beta = harness
        beta.realm = try await harness.domain.directory.realms.create(path)
        try await beta.add(Self.journey())
        #expect((try? await start(beta, first.cookies).success) == nil)
    }

    @Test("changed, empty, or beside another user's it counts for nothing", arguments: 0..<4)
    func forged(_ way: Int) async throws {
        let (harness, first) = try await signedIn()
        var cookie = first.cookies[0]
        var cookies = [cookie]
        switch way {
        case 0: cookie.value = ""
        case 1: cookie.value = String(cookie.value.reversed())
        case 2: cookie.value = cookie.value.replacing(".", with: "..")
        default:
            _ = try await harness.addUser("eve")
            cookies += try await harness.login("PersistentCookie", as: "eve").success.cookies
        }
        cookies[0] = cookie
        #expect(try await start(harness, cookies).step.types == [.name, .password])
    }

    @Test("beside others of its name that aren't ours, or the user's own older one, it counts", arguments: [true, false])
    func several(_ isFirst: Bool) async throws {
        let (harness, first) = try await signedIn()
        harness.time.advance(by: 60)
        let second = try await harness.login("PersistentCookie").success
        var planted = first.cookies[0]
        planted.value = String(planted.value.reversed())
        let own = first.cookies + second.cookies
        let reply = try await start(harness, isFirst ? own + [planted] : [planted] + own)
        #expect(try reply.success.session?.user == harness.user.id)
    }

    @Test("changes no password")
    func password() async throws {
        let (harness, first) = try await signedIn()
        try await harness.add(
            """
            name: PersistentCookie
            start: cookie
            nodes:
              cookie: { persistentCookieDecision: {}, "true": form, "false": failure }
              form: { page: [ { platformPassword: {} } ], next: patch }
              patch: { patchObject: {}, PATCHED: success, FAILURE: failure }
            """)
        let form = try await start(harness, first.cookies).step
        #expect(await harness.error { try await harness.send(form, "correct horse battery") } == JourneyRunError(.failed))
        #expect(try await harness.login().success.session != nil)
    }

    @Test("whether there is a cookie", arguments: [("session-jwt", "true"), ("other", "false")])
    func presence(_ name: String, _ outcome: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            Journeys.single("cookiePresenceDecision: { cookieName: \(name) }", "true", "false")
                .replacing("name: Single", with: "name: PersistentCookie"))
        let cookie = JourneyCookie(name: "session-jwt", value: "x", isSecure: true, isHTTPOnly: true, sameSite: .lax)
        #expect(try await start(harness, [cookie]).step.message == outcome)
    }
}
