import DeviceRegistry
import Foundation
import Foundations
import Messaging
import MultiFactor
import OAuth
import Primitives
import ResourceMessages
import Services
import Sessions
import SignIn
import Testing
import Verifications
import Wallets

@testable import Directory

/// What realms' settings and clients name: things that must be there, and addresses that something can match.
@Suite("Settings that name something else")
struct ReferenceTests {
    private func with(_ journeys: [String], _ body: (DomainHarness) async throws -> Void) async throws {
        let harness = try await DomainHarness()
        for name in journeys { try await harness.domain.signIn.journeys.save(["name": .string(name)], named: name, in: harness.realm.id) }
        try await body(harness)
        await harness.close()
    }

    private func error(_ body: () async throws -> Void) async -> DomainError? {
        do { try await body() } catch { return error as? DomainError }
        return nil
    }

    /// The refusal of a name of nothing.
    private func unknown(_ body: () async throws -> Void) async -> ShapeError? {
        do { try await body() } catch { return error as? ShapeError }
        return nil
    }

    private static var native: ApplicationSettings {
        var settings = ApplicationSettings()
        settings.kind = .native
        return settings
    }

    static let changes: [(setting: String, change: @Sendable (inout RealmSettings, String) -> Void)] = [
        ("defaultJourney", { $0[JourneySettings.self].defaultJourney = $1 }),
        ("requiredJourneys", { $0[SessionSettings.self].requiredJourneys = ["There", $1] }),
        ("journeysByLevel", { $0[SessionSettings.self].journeysByLevel = ["2": $1] }),
        ("journeysByContextClass", { $0[AuthorizationSettings.self].journeysByContextClass = ["x": $1] }),
        ("registrationJourney", { $0[SelfServiceSettings.self].registrationJourney = $1 }),
        ("forgottenPasswordJourney", { $0[SelfServiceSettings.self].forgottenPasswordJourney = $1 }),
        ("forgottenUsernameJourney", { $0[SelfServiceSettings.self].forgottenUsernameJourney = $1 }),
        ("updatePasswordJourney", { $0[SelfServiceSettings.self].updatePasswordJourney = $1 }),
        ("passkeyJourney", { $0[SelfServiceSettings.self].passkeyJourney = $1 }),
        ("authenticatorApplication", { $0[AuthenticatorSettings.self].authenticatorApplication = $1 }),
        ("walletApplication", { $0[WalletSettings.self].walletApplication = $1 }),
        ("verificationApplication", { $0[VerificationSettings.self].verificationApplication = $1 }),
    ]

    @Test("each setting of a realm that refers to something is tried here")
    func complete() throws {
        let referring = try Schema.settings.shape().members.filter { $0.shape.refers }.map(\.name)
        #expect(Set(referring) == Set(Self.changes.map(\.setting)))
    }

    @Test("a realm's setting names what the realm has; what it named before may stay", arguments: Self.changes.indices)
    func saving(_ index: Int) async throws {
        let (setting, change) = Self.changes[index]
        try await with(["There"]) { harness in
            try await harness.domain.directory.applications.create(
                Application(id: "There", realm: harness.realm.id, settings: Self.native, secret: nil))
            var realm = try await harness.domain.directory.realms.realm(at: harness.realm.path)
            change(&realm.settings, "DoesNotExist")
            let refused = await unknown { try await harness.domain.directory.realms.update(realm) }
            #expect(refused?.problems.map(\.target) == [setting], "\(setting)")
            #expect(refused?.description.contains("\(setting): the realm has no") == true, "\(setting)")
            change(&realm.settings, "There")
            try await harness.domain.directory.realms.update(realm)
            realm.settings[BoundsSettings.self].lockoutThreshold = 7
            try await harness.domain.directory.realms.update(realm)
        }
    }

    @Test("what a setting names isn't removed, unless the setting says what is then", arguments: Self.changes.indices)
    func removal(_ index: Int) async throws {
        let (setting, change) = Self.changes[index]
        try await with(["There"]) { harness in
            try await harness.domain.directory.applications.create(
                Application(id: "There", realm: harness.realm.id, settings: Self.native, secret: nil))
            var realm = try await harness.domain.directory.realms.realm(at: harness.realm.path)
            change(&realm.settings, "There")
            try await harness.domain.directory.realms.update(realm)
            let isApplication = setting.hasSuffix("Application")
            let refused = await error {
                if isApplication {
                    try await harness.domain.directory.applications.delete("There", in: realm.id)
                } else {
                    try await harness.domain.signIn.journeys.delete("There", in: realm.id)
                }
            }
            let references = Shape.object(Schema.settings.naming)
                .references(in: .object(try realm.settings.naming(Schema.settings))).filter { $0.place == setting && $0.name == "There" }
            if references.allSatisfy(\.mayBeAbsent) {
                #expect(refused == nil, "\(setting)")
            } else {
                #expect(refused?.code == .conflict && refused?.reason.contains("\(setting) of the realm's settings") == true, "\(setting)")
            }
        }
    }

    @Test("a client's required journeys are the realm's, and stay while it names them")
    func clients() async throws {
        try await with(["There"]) { harness in
            var settings = ApplicationSettings()
            settings.requiredJourneys = ["DoesNotExist"]
            let (applications, realm) = (harness.domain.directory.applications, harness.realm.id)
            let refused = await unknown {
                try await applications.create(Application(id: "app", realm: realm, settings: settings, secret: nil))
            }
            #expect(refused?.code == .invalid)
            settings.requiredJourneys = ["There"]
            try await applications.create(Application(id: "app", realm: realm, settings: settings, secret: nil))
            let removal = await error { try await harness.domain.signIn.journeys.delete("There", in: realm) }
            #expect(removal?.code == .conflict && removal?.reason.contains("the client app") == true)
            settings.requiredJourneys = ["There", "DoesNotExist"]
            let changed = Application(id: "app", realm: realm, settings: settings, secret: nil)
            #expect(await unknown { try await applications.update(changed) }?.code == .invalid)
            try await applications.delete("app", in: realm)
            try await harness.domain.signIn.journeys.delete("There", in: realm)
        }
    }

    // MARK: - What nothing can match

    @Test(
        "an origin is as browsers send it, or refused",
        arguments: [
            "*", "https://*.example.com", "https://app.example.com/", "https://app.example.com/x", "https://App.example.com",
            "HTTPS://app.example.com", "https://app.example.com:443", "http://app.example.com:80", "https://app.example.com:99999",
            "https://app.example.com:08443", "https://user@app.example.com", "https://", "https://app..example.com", "app.example.com",
            "javascript:alert(1)", "javascript://x", "data:text/html,x", "https://ä.example", "https://app.example.com\r\nx", "",
            "https://[::1", "https://app.example.com?x", "file:///x", "ftp://a.example", "https://1.2.3", "https://256.1.1.1",
            "https://[0:0::1]", "https://[::0001]", "https://[::1.2.3.4]", "https://[1::2::3]", "https://[1:2:3:4:5:6:7:8:9]",
            "https://[:1]",
            "https://[2001:DB8::1]", "https://0x7f", "https://[2001:db8:0:0:1:0:0:1]", "https://app.example.com:0",
        ])
    func origins(_ origin: String) async throws {
        #expect(BrowserOrigin(origin) == nil)
        try await with([]) { harness in
            var realm = try await harness.domain.directory.realms.realm(at: harness.realm.path)
            realm.settings[CrossOriginSettings.self].corsOrigins = [origin]
            let refused = await error { try await harness.domain.directory.realms.update(realm) }
            #expect(refused?.code == .invalid && refused?.reason.contains("as browsers send it") == true)
        }
    }

    @Test(
        "an origin that pages have is taken",
        arguments: [
            "https://app.example.com", "http://localhost:8080", "http://127.0.0.1:5173", "https://[2001:db8::1]:8443",
            "https://[::1]", "https://[2001:db8::1:0:0:1]", "https://[1:2:3:4:5:6:7:8]", "https://[::]", "https://1.2.3.4",
            "https://2.a1",
            "https://xn--bcher-kva.example", "capacitor://localhost", "chrome-extension://abcdefghijklmnop",
        ])
    func goodOrigins(_ origin: String) { #expect(BrowserOrigin(origin)?.text == origin) }

    @Test(
        "an address that leads to no client is refused, with the reason",
        arguments: [
            ("javascript:alert(1)", "scheme"), ("JavaScript:alert(1)", "scheme"), ("data:text/html,x", "scheme"),
            ("https:///cb", "no host"), ("https:cb", "no host"), ("https://:8443/cb", "no host"), ("http://?x", "no host"),
            ("https://app.example.com/cb\r\nSet-Cookie: x", "line ends"), ("https://app.example.com/ cb", "spaces"),
            ("https://app.example.com/ä", "ASCII"), ("https://app.example.com/*", "wildcards"), ("https://app.example.com/#x", "fragment"),
            ("https://user@app.example.com/cb", "user"), ("/cb", "absolute"), ("", "none"), ("file:///x", "scheme"), ("myapp:", "nothing"),
            ("https://x:99999/cb", "port"), ("https://x:/cb", "port"), ("https://x:0/cb", "port"), ("https://[::1/cb", "brackets"),
            ("https://a..b/cb", "host"), ("https://256.1.1.1/cb", "host"), ("https://x/%zz", "percent"), ("com.example.app:/%4", "percent"),
            ("jar:x", "scheme"), ("intent:x", "scheme"),
            ("https://app.example.com\\@evil.example/", "user"), ("https://app.example.com\\.evil.example/", "backslash"),
        ])
    func redirects(_ uri: String, _ reason: String) async throws {
        #expect(RegisteredURI.problem(uri)?.contains(reason) == true)
        try await with([]) { harness in
            for isLogout in [false, true] {
                var settings = ApplicationSettings()
                if isLogout { settings.postLogoutRedirectURIs = [uri] } else { settings.redirectURIs = [uri] }
                let client = Application(id: "app", realm: harness.realm.id, settings: settings, secret: nil)
                #expect(await error { try await harness.domain.directory.applications.create(client) }?.code == .invalid)
            }
        }
    }

    @Test(
        "an address that apps have is taken",
        arguments: [
            "https://app.example.com/cb?x=1", "http://127.0.0.1/callback", "http://[::1]:5/cb", "org.forgerock.demo://oauth2redirect",
            "com.example.app:/cb", "urn:ietf:wg:oauth:2.0:oob", "HTTPS://app.example.com/cb",
        ])
    func goodRedirects(_ uri: String) { #expect(RegisteredURI.problem(uri) == nil) }

    @Test("a fingerprint is 32 bytes, with colons between all or none", arguments: [true, false])
    func fingerprints(_ hasColons: Bool) async throws {
        let good = Array(repeating: "aB", count: 32).joined(separator: hasColons ? ":" : "")
        #expect(AppCertificate.fingerprint(good) == Array(repeating: 0xAB, count: 32))
        let bad = [
            "AB:CD", "", good + "0", String(good.dropLast()), good.replacing("aB", with: "+B"), good.replacing("aB", with: "äB"),
            " " + good,
        ]
        try await with([]) { harness in
            for text in bad {
                #expect(AppCertificate.fingerprint(text) == nil)
                var realm = try await harness.domain.directory.realms.realm(at: harness.realm.path)
                realm.settings[DeviceSettings.self].androidApps = ["com.example.app": text]
                #expect(await error { try await harness.domain.directory.realms.update(realm) }?.code == .invalid)
            }
        }
    }

    @Test(
        "apps and hosts that can't be are refused",
        arguments: [
            { (settings: inout RealmSettings) in settings[DeviceSettings.self].androidApps = ["app": String(repeating: "ab", count: 32)] },
            { settings in settings[DeviceSettings.self].androidApps = ["com.1x": String(repeating: "ab", count: 32)] },
            { settings in settings[DeviceSettings.self].appleApps = ["com.example.app"] },
            { settings in settings[DeviceSettings.self].appleApps = ["ABCDE12345."] },
            { settings in settings[ScriptingSettings.self].scriptHosts = ["https://api.example.com"] },
            { settings in settings[ScriptingSettings.self].scriptHosts = ["*.example.com"] },
            { settings in settings[ScriptingSettings.self].scriptHosts = ["api.example.com/x"] },
            { settings in settings[ScriptingSettings.self].scriptHosts = ["a..b"] },
            { settings in settings[ScriptingSettings.self].scriptHosts = ["api.example.com:99999"] },
            { settings in settings[ScriptingSettings.self].scriptHosts = ["1.2.3"] },
            { settings in settings[MessageSettings.self].pushHosts = ["*.a..b"] },
            { settings in settings[MessageSettings.self].pushHosts = ["push.example.com:"] },
            { settings in settings[JourneySettings.self].resumeURL = "javascript:alert(1)" },
            { settings in settings[JourneySettings.self].resumeURL = "not-a-url" },
            { settings in settings[JourneySettings.self].resumeURL = "/resume" },
            { settings in settings[JourneySettings.self].successURL = "javascript:alert(1)" },
            { settings in settings[JourneySettings.self].successURL = "//evil.example/" },
            { settings in settings[JourneySettings.self].successURL = "/\\evil.example/" },
            { settings in settings[JourneySettings.self].successURL = "https://a..b/" },
            { settings in settings[JourneySettings.self].successURL = "/a b" },
            { settings in settings[JourneySettings.self].successURL = "/a\r\nb" },
            { settings in settings[SessionSettings.self].journeysByLevel = ["abc": "There"] },
            { settings in settings[SessionSettings.self].journeysByLevel = ["+1": "There"] },
            { settings in settings[SessionSettings.self].journeysByLevel = ["": "There"] },
            { settings in settings[AuthorizationSettings.self].journeysByContextClass = ["": "There"] },
            { settings in settings[AuthorizationSettings.self].journeysByContextClass = ["a b": "There"] },
            { settings in settings[QuestionSettings.self].kbaQuestions = ["1": ["e_n": "Who?"]] },
            { settings in settings[QuestionSettings.self].kbaQuestions = ["1": ["": "Who?"]] },
            { settings in
                (settings[PasswordSettings.self].passwordMinimumLength, settings[PasswordSettings.self].passwordMaximumLength) = (200, 100)
            },
            { settings in (settings[QuestionSettings.self].kbaMinimumAnswers, settings[QuestionSettings.self].kbaAnswersToVerify) = (1, 5)
            },
        ] as [@Sendable (inout RealmSettings) -> Void])
    func names(_ change: @Sendable (inout RealmSettings) -> Void) async throws {
        try await with(["There"]) { harness in
            var realm = try await harness.domain.directory.realms.realm(at: harness.realm.path)
            change(&realm.settings)
            #expect(await error { try await harness.domain.directory.realms.update(realm) }?.code == .invalid)
        }
    }

    @Test("a page's address and bounds that touch are taken")
    func goodPages() async throws {
        try await with(["There"]) { harness in
            var realm = try await harness.domain.directory.realms.realm(at: harness.realm.path)
            for page in ["/", "/welcome?x=1#there", "https://app.example.com/#/home", "org.forgerock.demo://home"] {
                realm.settings[JourneySettings.self].successURL = page
                try await harness.domain.directory.realms.update(realm)
            }
            realm.settings[JourneySettings.self].resumeURL = "https://app.example.com/#/resume"
            (realm.settings[SessionSettings.self].journeysByLevel, realm.settings[AuthorizationSettings.self].journeysByContextClass) = (
                ["0": "There"], ["urn:example:a": "There"]
            )
            (realm.settings[PasswordSettings.self].passwordMinimumLength, realm.settings[PasswordSettings.self].passwordMaximumLength) = (
                64, 64
            )
            (realm.settings[QuestionSettings.self].kbaMinimumAnswers, realm.settings[QuestionSettings.self].kbaAnswersToVerify) = (0, 5)
            realm.settings[QuestionSettings.self].kbaQuestions = ["1": ["de-CH": "Wer?", "zh-Hant-TW": "?"]]
            realm.settings[ScriptingSettings.self].scriptHosts = ["API.example.com:8443", "[::1]:8443", "127.0.0.1"]
            try await harness.domain.directory.realms.update(realm)
        }
    }

    @Test("the realm's authenticator application is a native one")
    func notNative() async throws {
        try await with([]) { harness in
            let web = Application(id: "web", realm: harness.realm.id, settings: ApplicationSettings(), secret: nil)
            try await harness.domain.directory.applications.create(web)
            var realm = try await harness.domain.directory.realms.realm(at: harness.realm.path)
            realm.settings[AuthenticatorSettings.self].authenticatorApplication = "web"
            let refused = await unknown { try await harness.domain.directory.realms.update(realm) }
            #expect(refused?.description.contains("the realm has no native application web") == true)
        }
    }
}
