import DevicePolicies
import DeviceRegistry
import DialectTesting
import Directory
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import Primitives
import Services
import Sessions
import SignIn
import Store
import Testing

@Suite("Devices, browsers and data on the account page")
struct AccountDataTests {
    private static let path = "/realms/alpha/account"
    private static let phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36"

    private func signedIn(_ server: ServerHarness, as name: String = TestDomain.username) async throws -> DialectTesting.Browser {
        let browser = DialectTesting.Browser(server)
        browser.headers = [.userAgent: Self.phone]
        try await browser.open(Self.path)
        try await browser.submit(["IDToken1": name, "IDToken2": TestDomain.password])
        #expect(browser.target == Self.path)
        return browser
    }

    private func realm(_ server: ServerHarness, deletion: Bool = true) async throws -> Realm {
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        realm.settings[SelfServiceSettings.self].accountDeletion = deletion
        try await server.domain.directory.realms.update(realm)
        return realm
    }

    private func user(_ server: ServerHarness) async throws -> User? {
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        return try await server.domain.directory.users.user(named: TestDomain.username, in: realm.id)
    }

    private func token(_ browser: DialectTesting.Browser) throws -> String {
        String(try #require(browser.page?.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.1))
    }

    @Test("a session is told by its browser, with its times in words and exactly")
    func sessions() async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        server.time.advance(by: 125)
        let text = try await browser.open(Self.path).text
        #expect(text.contains("<strong>Chrome, Android</strong>") && text.contains(">2 minutes ago</time>"))
        #expect(text.firstMatch(of: /title="[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} UTC"/) != nil)
    }

    @Test("a device of each kind is in its section and can be removed; a stranger's can't, nor a passkey as a device")
    func devices() async throws {
        let server = try await ServerHarness()
        let (browser, realm) = (try await signedIn(server), try await realm(server))
        let (demo, stranger) = (try #require(try await user(server)), UUID())
        let kinds: [UserDevice.Kind] = [.authenticator, .totp, .email, .fido2]
        let devices = kinds.enumerated().map { place, kind in
            UserDevice(
                id: UUID(), realm: realm.id, user: demo.id, kind: kind, status: .active, nickname: "My \(kind.rawValue)", position: place,
                contact: kind == .email ? "a@example.com" : nil, created: server.time.now, updated: server.time.now)
        }
        let foreign = UserDevice(
            id: UUID(), realm: realm.id, user: stranger, kind: .totp, status: .active, created: server.time.now, updated: server.time.now)
        try await server.domain.platform.database.write { transaction in
            for device in devices + [foreign] { try Devices.insert(device, in: transaction) }
        }
        let text = try await browser.open(Self.path).text
        for (title, name) in [("Phones", "My AUTHENTICATOR"), ("Authenticator apps", "My TOTP"), ("Codes by message", "My EMAIL")] {
            #expect(text.contains("<h3>\(title)</h3>") && text.contains("<strong>\(name)</strong>"))
        }
        let csrf = try token(browser)
        for device in [devices[1], devices[3], foreign] {
            try await browser.post(Self.path + "/devices", ["csrf": csrf, "device": device.id.text])
        }
        let left = try await server.domain.deviceRegistry.devices.devices(of: demo.id, in: realm.id).map(\.id)
        #expect(Set(left) == [devices[0].id, devices[2].id, devices[3].id])
        #expect(try await server.domain.deviceRegistry.devices.device(foreign.id, of: stranger, in: realm.id) != nil)
    }

    @Test("the user's data are a file, without a secret; an old session gets none")
    func download() async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        let csrf = try token(browser)
        let file = try await browser.post(Self.path + "/data", ["csrf": csrf])
        #expect(file.status == .ok && file.headers[.contentDisposition] == "attachment; filename=\"account.json\"")
        #expect(file.json["profile"]?["userName"] == .string(TestDomain.username))
        #expect(file.json["sessions"]?.array?.first?["userAgent"] == .string(Self.phone))
        #expect(!file.text.contains("argon2") && file.json["profile"]?["password"] == nil)
        server.time.advance(by: 901)
        let late = try await browser.post(Self.path + "/data", ["csrf": csrf])
        #expect(late.headers[.contentDisposition] == nil)
    }

    @Test("an account is deleted where the realm allows it, with the user's name as confirmation; an administrator's never")
    func deletion() async throws {
        for (allows, isAdministrator, name, isGone) in [
            (true, false, TestDomain.username, true), (true, false, "other", false), (false, false, TestDomain.username, false),
            (true, true, TestDomain.username, false),
        ] {
            let server = try await ServerHarness()
            let realm = try await realm(server, deletion: allows)
            let demo = try #require(try await user(server))
            if isAdministrator {
                try await server.domain.directory.users.setAdministrator(true, demo.id, in: realm.id)
            }
            let browser = try await signedIn(server)
            #expect(browser.page?.text.contains("account/deletion") == (allows && !isAdministrator))
            try await browser.post(Self.path + "/deletion", ["csrf": try token(browser), "confirmation": name])
            #expect(try await (user(server) == nil) == isGone, "\(allows) \(isAdministrator) \(name)")
            #expect((browser.target == "/signed-out") == isGone)
        }
    }
}
