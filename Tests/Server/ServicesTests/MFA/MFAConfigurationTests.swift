import Foundation
import Primitives
import ResourceMessages
import Store
import Testing
@testable import Services
@testable import Directory
@testable import Foundations
@testable import DevicePolicies

@Suite("MFA settings of realms, users and applications")
struct MFAConfigurationTests {
    @Test("a realm's settings: standard, set, and standard again")
    func settings() async throws {
        let harness = try await DomainHarness()
        let service = harness.domain.directory.mfaSettings
        #expect(try await service.settings(in: harness.realm) == MFASettings())
        #expect(MFASettings().json == ["pairing": ["maximumDevices": 5, "keyFormat": "NUMERIC"]])
        let json: JSONValue = [
            "pairing": ["maximumDevices": 15, "keyFormat": "ALPHANUMERIC"],
            "lockout": ["failureCount": 3, "durationSeconds": 60], "phoneExtensions": ["enabled": true], "users": ["mfaEnabled": true],
            "authentication": ["deviceSelection": "PROMPT_TO_SELECT"],
        ]
        try await service.set(try MFASettings(json: json), in: harness.realm)
        #expect(try await JSONValue.object(service.settings(in: harness.realm).json) == json)
        try await service.reset(in: harness.realm)
        try await service.reset(in: harness.realm)
        #expect(try await service.settings(in: harness.realm) == MFASettings())
        await harness.close()
    }

    @Test(
        arguments: [
            ["pairing": ["maximumDevices": 0, "keyFormat": "NUMERIC"]],
            ["pairing": ["maximumDevices": 16, "keyFormat": "NUMERIC"]],
            ["pairing": ["keyFormat": "ROMAN"]], [:], ["pairing": ["keyFormat": "NUMERIC"], "extra": 1],
        ] as [JSONValue])
    func refusedSettings(json: JSONValue) {
        #expect(throws: ShapeError.self) { try MFASettings(json: json) }
    }

    @Test("new users are asked for a second factor when the realm says so, and when it is said of them")
    func users() async throws {
        let harness = try await DomainHarness()
        #expect(!harness.user.isMFAEnabled && harness.user.populationID == Population.standardID(of: harness.realm.id))
        var settings = MFASettings()
        settings.users = MFASettings.Users()
        settings.users?.isMFAEnabled = true
        try await harness.domain.directory.mfaSettings.set(settings, in: harness.realm)
        let ada = try await harness.domain.directory.users.create("ada", in: harness.realm.id)
        #expect(ada.isMFAEnabled)
        #expect(try await harness.domain.directory.users.user(ada.id, in: harness.realm.id) == ada)
        var new = NewAccount("bea")
        (new.isMFAEnabled, new.mayBeIncomplete) = (false, true)
        #expect(try await !harness.domain.directory.accounts.create(new, in: harness.realm).isMFAEnabled)
        try await harness.domain.directory.users.setMFAEnabled(false, of: ada.id, in: harness.realm.id)
        #expect(try await harness.domain.directory.users.user(ada.id, in: harness.realm.id)?.isMFAEnabled == false)
        let filter = try QueryFilter(parsing: "_mfaEnabled eq true")
        #expect(try await harness.domain.directory.accounts.count(filter, in: harness.realm) == 0)
        await harness.close()
    }

    @Test("a bypass ends by itself")
    func bypass() async throws {
        let harness = try await DomainHarness()
        let (users, id, realm) = (harness.domain.directory.users, harness.user.id, harness.realm.id)
        try await users.setMFABypass(until: harness.time.now.addingTimeInterval(60), of: id, in: realm)
        let user = try #require(try await users.user(id, in: realm))
        #expect(user.bypassesMFA(at: harness.time.now) && !user.bypassesMFA(at: harness.time.now.addingTimeInterval(60)))
        try await users.setMFABypass(until: nil, of: id, in: realm)
        #expect(try await users.user(id, in: realm)?.bypassesMFAUntil == nil)
        await #expect(throws: DomainError(.unknownUser, "")) { try await users.setMFABypass(until: nil, of: UUID(), in: realm) }
        await harness.close()
    }

    private func native(_ id: String, _ harness: DomainHarness, _ mobile: JSONValue) throws -> Application {
        var settings = ApplicationSettings()
        settings.kind = .native
        settings.mobile = try MobileSettings(json: mobile)
        return Application(id: id, realm: harness.realm.id, settings: settings, secret: nil)
    }

    @Test("an app's ids are one application's, and stay")
    func identities() async throws {
        let harness = try await DomainHarness()
        let applications = harness.domain.directory.applications
        var one = try native("one", harness, ["bundleID": "org.example.one"])
        try await applications.create(one)
        let thief = try native("two", harness, ["bundleID": "org.example.one"])
        await #expect(throws: ShapeError(.taken, at: "", "")) { try await applications.create(thief) }
        #expect(try await applications.application("two", in: harness.realm.id) == nil, "nothing of it is stored")
        try await applications.create(try native("two", harness, ["bundleID": "org.example.two"]))
        await #expect(throws: ShapeError(.immutable, at: "", "")) { try await applications.update(thief) }
        one.settings.mobile?.packageName = "org.example.one"
        try await applications.update(one)
        one.settings.mobile = nil
        await #expect(throws: ShapeError(.immutable, at: "", "")) { try await applications.update(one) }
        await harness.close()
    }

    @Test("keys of the integrity check are stored sealed, and told nobody")
    func keys() async throws {
        let harness = try await DomainHarness()
        let mobile: JSONValue = [
            "packageName": "org.example", "passcodeRefreshDuration": ["count": 45, "unit": "SECONDS"], "passcodeGracePeriod": 2,
            "integrityDetection": [
                "mode": "ENABLED", "cacheDuration": ["count": 48, "unit": "HOURS"], "excludedPlatforms": ["IOS"],
                "googlePlay": ["verification": "INTERNAL", "decryptionKey": "d3crypt", "verificationKey": "v3rify"],
            ], "push": ["numberMatching": ["type": "SELECT_NUMBER"]], "uriPrefix": "https://app.example.com/x",
        ]
        try await harness.domain.directory.applications.create(try native("app", harness, mobile))
        let read = try #require(try await harness.domain.directory.applications.application("app", in: harness.realm.id)?.settings.mobile)
        #expect(read.integrityDetection?.googlePlay?.decryptionKey == Secret("d3crypt"))
        #expect(read.integrityDetection?.googlePlay?.verificationKey == Secret("v3rify"))
        #expect(!JSONValue.object(read.json).text.contains("d3crypt"))
        #expect(read.passcodeStep == 45 && read.passcodeWindows == 2 && read.numberMatching == .select)
        #expect(read.integrityDetection?.covers(.google) == true && read.integrityDetection?.covers(.apple) == false)
        let stored = try await harness.database.read { try $0.row("SELECT settings FROM applications WHERE id = 'app'")?.text("settings") }
        #expect(stored?.contains("d3crypt") == false)
        await harness.close()
    }

    @Test(
        arguments: [
            ["bundleID": "has space"], ["bundleID": ""], ["passcodeRefreshDuration": ["count": 61, "unit": "SECONDS"]],
            ["passcodeGracePeriod": 11], ["uriPrefix": "javascript:x"], ["uriPrefix": "https://a.example/?x"],
            ["uriPrefix": "noscheme"],
            ["integrityDetection": ["mode": "ENABLED", "cacheDuration": ["count": 49, "unit": "HOURS"]]],
            ["integrityDetection": ["mode": "ENABLED", "excludedPlatforms": ["IOS", "IOS"]]],
            ["push": ["numberMatching": ["type": "GUESS"]]],
        ] as [JSONValue])
    func refusedMobile(json: JSONValue) {
        #expect(throws: ShapeError.self) { try MobileSettings(json: json) }
    }

    @Test("only a native application has mobile settings")
    func kind() async throws {
        let harness = try await DomainHarness()
        var web = try native("web", harness, [:])
        web.settings.kind = .web
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.applications.create(web) }
        await harness.close()
    }
}
