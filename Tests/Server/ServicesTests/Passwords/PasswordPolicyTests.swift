import Foundation
import JourneyMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("Password policy (NIST SP 800-63B-4 §3.1.1.2)")
struct PasswordPolicyTests {
    private func broken(_ password: String, minimum: Int = 8, _ adjust: (inout RealmSettings) -> Void = { _ in }) throws -> [String] {
        var settings = RealmSettings()
        settings[PasswordSettings.self].passwordMinimumLength = minimum
        adjust(&settings)
        let realm = Realm(id: UUID(), path: try #require(RealmPath("alpha")), settings: settings)
        let profile: JSONObject = ["userName": "demo", "givenName": "Zoë", "sn": "O'Brien", "mail": "zb@firma.example"]
        return PasswordPolicy(settings).failures(of: Secret(password), near: PasswordContext(profile, realm)).map(\.requirement.name)
    }

    @Test(
        "any long enough text will do, of whatever characters",
        arguments: [
            "correct horse battery staple", "einfach nur wörter hier", "........x,,,,,,y;;", "密码密码很长的密码啊你", "demo lends zoë a horse",
            "Ch4ng3it!",
        ])
    func allowed(_ password: String) throws { #expect(try broken(password) == []) }

    @Test("length counts characters after normalisation")
    func length() throws {
        #expect(try broken("e\u{301}bcdfgh") == ["MIN_LENGTH"])
        #expect(try broken("é\u{1F600}cdfghjk") == [])
        #expect(try broken("horse staple", minimum: 15) == ["MIN_LENGTH"])
        #expect(try broken("") == ["REQUIRED"])
        #expect(try broken(String(repeating: "ab cd-ef", count: 16) + "x") == ["MAX_LENGTH"])
        #expect(try broken(String(repeating: "x", count: 100_000)) == ["MAX_LENGTH"])
    }

    @Test("a password may be as long as the realm says, and no longer", arguments: [64, 200, 1024])
    func maximum(_ length: Int) throws {
        func broken(_ count: Int) throws -> [String] {
            try self.broken(String(String(repeating: "horse staple ", count: 100).prefix(count))) {
                $0[PasswordSettings.self].passwordMaximumLength = length
            }
        }
        #expect(try broken(length) == [] && broken(length + 1) == ["MAX_LENGTH"])
    }

    @Test("a realm can't ask for less than the standard allows")
    func bounds() throws {
        #expect(try broken("horsey", minimum: 1) == ["MIN_LENGTH"])
        #expect(try broken(String(repeating: "horse ", count: 10) + "!") { $0[PasswordSettings.self].passwordMaximumLength = 10 } == [])
    }

    @Test(
        "a common password is refused in any disguise",
        arguments: [
            "password", "PASSWORD", "Password1!", "Trustno1", "iloveyou", "passwordpassword", "123456789", "1234567890123456", "9876543210",
            "qwertyuiop", "abcdefghij", "zyxwvutsrq", "aaaaaaaaaaaa", "abababababab", "12312312312312", "ｐａｓｓｗｏｒｄ", "!!dragon2026!!",
            "        ",
        ])
    func common(_ password: String) throws { #expect(try broken(password).contains("CANNOT_BE_COMMON")) }

    @Test(
        "a password of nothing but the names that everybody knows is refused",
        arguments: ["demo-2026-demo", "zoë.o'brien.1!", "OBRIEN obrien 99", "zb@firma.example", "alpha-gatehouse", "DemoAlpha#1234"])
    func context(_ password: String) throws {
        #expect(try broken(password).contains("CANNOT_CONTAIN_OTHERS"))
    }

    @Test("the policies as clients are told")
    func wire() throws {
        var settings = RealmSettings()
        #expect(
            PasswordPolicy(settings).policies.requirements.map(\.name) == [
                "REQUIRED", "MIN_LENGTH", "MAX_LENGTH", "CANNOT_BE_COMMON", "CANNOT_CONTAIN_OTHERS",
            ])
        settings[PasswordSettings.self].passwordHistory = 3
        let new = try #require(PasswordPolicy(settings).policies.policies.last)
        #expect(new.id == "is-new" && new.parameters == ["historyLength": 3])
    }

    @Test("each policy has a sentence that says what is wrong")
    func sentences() {
        var settings = RealmSettings()
        settings[PasswordSettings.self].passwordHistory = 3
        for requirement in PasswordPolicy(settings).policies.requirements {
            #expect(!FailedPolicy(requirement).explanation.contains(requirement.name), "\(requirement)")
        }
    }

    @Test("a password is the same however its characters are composed")
    func normalized() async throws {
        let harness = try await DomainHarness()
        let hash = try await harness.domain.directory.hasher.hash(Secret("Ma\u{308}rchenbu\u{308}cher"))
        #expect(try await harness.domain.directory.hasher.verify(Secret("M\u{E4}rchenb\u{FC}cher"), against: hash))
        #expect(try await !harness.domain.directory.hasher.verify(Secret("Marchenbucher"), against: hash))
        await harness.close()
    }

    @Test("the last passwords can't be chosen again, as many as the realm remembers")
    func history() async throws {
        let harness = try await DomainHarness()
        var realm = harness.realm
        realm.settings[PasswordSettings.self].passwordHistory = 2
        try await harness.domain.directory.realms.update(realm)
        let phrases = ["correct horse battery one", "correct horse battery two", "correct horse battery three"].map { Secret($0) }
        func set(_ password: Secret) async throws -> [String] {
            let user = try #require(try await harness.domain.directory.users.user(harness.user.id, in: realm.id))
            do {
                try await harness.domain.directory.accounts.setPassword(password, of: user, in: realm)
                return []
            } catch let error as PolicyViolation { return error.properties.flatMap { $0.failed.map(\.requirement.name) } }
        }
        #expect(try await set(phrases[0]) == [])
        #expect(try await set(phrases[0]) == ["IS_NEW"])
        #expect(try await set(phrases[1]) == [])
        #expect(try await set(phrases[0]) == ["IS_NEW"])
        #expect(try await set(phrases[2]) == [])
        #expect(try await set(phrases[0]) == [])
        let kept = try await harness.database.read { try $0.rows("SELECT hash FROM password_history") }
        #expect(kept.count == 2)
        realm.settings[PasswordSettings.self].passwordHistory = 0
        #expect(try await set(phrases[0]) == [])
        #expect(try await harness.database.read { try $0.rows("SELECT hash FROM password_history") }.isEmpty)
        await harness.close()
    }
}
