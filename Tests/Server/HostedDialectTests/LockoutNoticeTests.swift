import DialectTesting
import Directory
import Foundation
import Foundations
@testable import HTTPBase
import Primitives
import Services
import Testing

@Suite("A locked account")
struct LockoutNoticeTests {
    /// The page after a right password for an account that is locked for 10 minutes, by a journey that asks again or one that fails.
    private func page(_ notice: LockoutNotice, of user: String = TestDomain.username, journey: String) async throws -> String {
        let server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        realm.settings[BoundsSettings.self].lockoutNotice = notice
        try await server.domain.directory.realms.update(realm)
        let demo = try #require(try await server.domain.directory.users.user(named: TestDomain.username, in: realm.id))
        try await server.domain.directory.users.setLock(until: server.time.now.addingTimeInterval(599), of: demo.id, in: realm.id)
        let browser = Browser(server)
        try await browser.open("/realms/alpha/login?journey=\(journey)")
        return try await browser.submit(["IDToken1": user, "IDToken2": TestDomain.password]).text
    }

    @Test("is told as much as the realm's setting allows", arguments: ["Login", "sdkUsernamePasswordJourney"])
    func told(_ journey: String) async throws {
        let silent = try await page(.none, journey: journey)
        #expect(!silent.contains("locked") && silent.contains("Check what you entered"))
        let locked = try await page(.locked, journey: journey)
        #expect(locked.contains("This account is locked.") && !locked.contains("minutes") && !locked.contains("Check what you entered"))
        #expect(try await page(.time, journey: journey).contains("Time left in minutes: 10."))
    }

    @Test("an account that isn't there is never told as locked", arguments: LockoutNotice.allCases)
    func unknown(_ notice: LockoutNotice) async throws {
        let text = try await page(notice, of: "nobody", journey: "Login")
        #expect(!text.contains("locked") && text.contains("Check what you entered"))
    }
}
