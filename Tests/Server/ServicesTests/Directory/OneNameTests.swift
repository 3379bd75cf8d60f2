import Foundation
import Foundations
import OrchestrationService
import Primitives
import ResourceMessages
import Services
import Sessions
import Store
import Testing
@testable import Directory

/// One name is one user's, however it is written, and whatever was one before.
@Suite("One name, one user")
struct OneNameTests {
    private static let profile: JSONObject = ["givenName": "A", "sn": "B", "mail": "strauß@example.com"]
    private static let sameNames = ["STRAUSS", "Strauß", "STRAUẞ", " strauß", "ＳＴＲＡＵＳＳ"]

    private func account(_ name: String, _ harness: DomainHarness) async throws -> User {
        try await harness.domain.directory.accounts.create(
            NewAccount(name, Self.profile, password: Secret("correct horse battery")), in: harness.realm)
    }

    @Test("strauß is STRAUSS: found, signed in, and taken, by name and by address", arguments: sameNames)
    func same(name: String) async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let user = try await account("strauß", harness)
        #expect(try await domain.directory.users.user(named: name, in: realm.id)?.id == user.id)
        await #expect(throws: (any Error).self) { try await account(name, harness) }
        let verdict = try await domain.credentials.passwords.verify(Secret("correct horse battery"), of: name, in: realm, from: "192.0.2.1")
        guard case .accepted(let found) = verdict else { return #expect(Bool(false), "\(verdict)") }
        #expect(found.id == user.id && user.isNamed(name))
        let path = try #require(ProfileSchema.standard["mail"]).path
        #expect(try await domain.directory.accounts.user(with: "STRAUSS@EXAMPLE.COM", of: path, in: realm)?.id == user.id)
        for filter in [#"userName eq "STRAUSS""#, #"mail sw "strauss@""#, #"mail co "AUSS@""#, #"givenName eq " a ""#] {
            let filter = try QueryFilter(parsing: filter)
            #expect(try await domain.directory.accounts.count(filter, in: realm) == 1, "\(filter)")
            #expect(try await domain.directory.accounts.matches(filter, user, in: realm))
        }
        await harness.close()
    }

    @Test("names that differ by white space inside are one")
    func space() async throws {
        let harness = try await DomainHarness()
        let user = try await account("tom miller", harness)
        for name in ["tom  miller", "Tom\u{A0}Miller"] {
            #expect(try await harness.domain.directory.users.user(named: name, in: harness.realm.id)?.id == user.id)
            await #expect(throws: (any Error).self) { try await account(name, harness) }
        }
        await harness.close()
    }

    // MARK: - Names of earlier versions

    /// Users as an earlier version left them: their names were two.
    private func old(_ names: [(name: String, folded: String)]) async throws -> (DomainHarness, [User]) {
        let harness = try await DomainHarness()
        var users: [User] = []
        for (number, name) in names.enumerated() {
            let user = try await harness.domain.directory.users.create(
                "user\(number)", in: harness.realm.id, attributes: ["sn": .string(name.name)])
            try await harness.rename("user\(number)", to: name.name, folded: name.folded)
            users.append(user)
        }
        return (harness, users)
    }

    @Test("users whose names have become one are told, stay two, and each is found by the exact name alone")
    func collision() async throws {
        let (harness, users) = try await old([("strauß", "strauß"), ("STRAUSS", "strauss"), ("Groß", "groß"), ("id=x", "id=x")])
        let (domain, realm) = (harness.domain, harness.realm)
        let notices = try await domain.directory.users.indexOldUsers()
        #expect(notices.contains { $0.kind == .shared && Set($0.names) == ["strauß", "STRAUSS"] })
        #expect(notices.contains { $0.names == ["id=x"] && $0.kind != .shared })
        #expect(notices.count == 2)
        for (user, name) in zip(users, ["strauß", "STRAUSS"]) {
            let found = try #require(try await domain.directory.users.user(named: name, in: realm.id))
            #expect(found.id == user.id && found.isNamed(name) && !found.isNamed("Strauss"))
        }
        for name in ["Strauss", "strauss", " strauß"] { #expect(try await domain.directory.users.user(named: name, in: realm.id) == nil) }
        #expect(try await domain.directory.users.user(named: "GROSS", in: realm.id)?.id == users[2].id)
        #expect(try await domain.directory.accounts.count(try QueryFilter(parsing: #"sn eq "strauss""#), in: realm) == 2, "profiles too")
        await #expect(throws: DomainError(.alreadyExists, "")) { try await domain.directory.users.create("Strauss", in: realm.id) }
        #expect(try await domain.directory.users.indexOldUsers().isEmpty, "once")
        // Pages come to an end, each user once.
        var (listed, after) = ([String](), "")
        while let last = try await domain.directory.users.list(in: realm.id, after: after, limit: 1).first {
            listed.append(last.username)
            after = last.nameKey
        }
        #expect(listed.count == Set(listed).count && listed.count == 5)
        await harness.close()
    }

    @Test("a shared name is kept through other changes, is no other's to take, and is one user's again once the other is renamed")
    func sharing() async throws {
        let (harness, users) = try await old([("strauß", "strauß"), ("STRAUSS", "strauss")])
        let (domain, realm) = (harness.domain, harness.realm)
        _ = try await domain.directory.users.indexOldUsers()
        func change(_ user: User, _ members: [(String, JSONValue)]) async throws -> User {
            try await domain.directory.accounts.change(user.id, in: realm) { document in
                for (name, value) in Self.profile.members.map({ ($0.name, $0.value) }) + members { document[name] = value }
            }
        }
        #expect(try await change(users[0], [("sn", "C")]).username == "strauß")
        await #expect(throws: DomainError(.alreadyExists, "")) { try await change(users[0], [("userName", "STRAUSS")]) }
        await #expect(throws: DomainError(.alreadyExists, "")) { try await change(users[0], [("userName", "Strauss")]) }
        _ = try await change(users[1], [("userName", "second")])
        #expect(try await domain.directory.users.user(named: "Strauss", in: realm.id)?.id == users[0].id)
        await harness.close()
    }

    @Test("many are folded in bounded batches, and two whose old forms are each other's new ones too")
    func batches() async throws {
        let harness = try await DomainHarness()
        let realm = harness.realm.id
        for number in 0..<230 { _ = try await harness.domain.directory.users.create("u\(number)", in: realm) }
        try await harness.database.write { _ = try $0.execute("UPDATE users SET folding = 7, folded = 'old ' || folded") }
        try await harness.rename("u1", to: "u1", folded: "u2")
        try await harness.rename("u2", to: "u2", folded: "u1")
        #expect(try await harness.domain.directory.users.indexOldUsers().isEmpty)
        for name in ["U0", "U1", "U2", "U229", "DEMO"] {
            #expect(try await harness.domain.directory.users.user(named: name, in: realm)?.username == name.lowercased())
        }
        await harness.close()
    }

    // MARK: - References

    @Test("a text that may mean two users means none, and one reading finds each who had such a name before")
    func readings() async throws {
        let (harness, users) = try await old([
            ("victim", "victim"), ("victim@bank", "victim@bank"), ("id=victim,ou=user,ou=am-config", "id=victim,ou=user,ou=am-config"),
        ])
        let (domain, realm) = (harness.domain, harness.realm.id)
        func found(_ reference: UserReference) async throws -> UUID? { try await domain.directory.users.user(reference, in: realm)?.id }
        #expect(try await found(UserReference("victim", domain: "bank")) == users[0].id)
        #expect(try await found(UserReference("victim@bank@bank", domain: "bank")) == users[1].id)
        #expect(try await found("victim@bank") == users[1].id)
        let whole = UserReference(directory: "id=victim,ou=user,ou=am-config", in: .root)
        for reference in [UserReference("victim@bank", domain: "bank"), whole] {
            await #expect(throws: DomainError(.ambiguous, "")) { try await domain.directory.users.user(reference, in: realm) }
        }
        #expect(try await found(UserReference(directory: "victim", in: .root)) == users[0].id)
        for user in users {
            #expect(try await found(UserReference(directory: user.id.text, in: .root)) == user.id)
            #expect(try await found(UserReference(directory: UniversalID.of(user.id.text, in: .root), in: .root)) == user.id)
            #expect(try await found(UserReference(idOrName: user.id.text)) == user.id)
            #expect(try await found(UserReference(user)) == user.id)
        }
        for none in [
            "id=nobody,ou=user,ou=am-config", "id=victim", "id=victim,ou=user", "id=victim,ou=user,o=beta,ou=services,ou=am-config",
        ] {
            #expect(try await found(UserReference(directory: none, in: .root)) == nil)
        }
        await harness.close()
    }

    @Test(
        "a user's identifier across realms means that user in that realm, whatever the name, and no other",
        arguments: [
            "vic,\u{301}", #"Love\, Ada"#, "Love, Ada", #"vic\"#, #"vic\00"#, "vic,ou=user", "vic,ou=user,ou=am-config", "vic=\u{301}",
            "\u{301}vic",
            "#\u{301}vic", " Ada ", "vic,\u{FE0F}", "vi\u{E7}", "vic\u{327}", "vic+\\\u{301}", "id=vic",
        ])
    func identifiers(name: String) async throws {
        let folded = try #require(NameFolding.folded(name))
        let (harness, users) = try await old([("vic", "vic"), (name, folded), (#"Love\"#, #"love\"#)])
        let (domain, realm) = (harness.domain, harness.realm.id)
        let beta = try #require(RealmPath("/beta"))
        let paths = [RealmPath.root, beta]
        for path in paths {
            let text = UniversalID.of(name, in: path)
            #expect(UniversalID.user(of: text, in: path) == name)
            for other in paths where other != path { #expect(UniversalID.user(of: text, in: other) == nil) }
            let found = try await domain.directory.users.user(UserReference(directory: text, in: .root), in: realm)
            #expect(found?.id == (path == .root ? users[1].id : nil))
        }
        await harness.close()
    }

    @Test("a name can't end in the domain of an application, and a domain can't be what names end in")
    func domains() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        for id in ["app", "other"] {
            var settings = ApplicationSettings()
            settings.kind = .native
            settings.mobile = MobileSettings()
            try await domain.directory.applications.create(Application(id: id, realm: realm.id, settings: settings, secret: nil))
        }
        var rules = OrchestrationRules()
        rules.domain = "Bank"
        try await domain.orchestrations.applications.set(rules, of: "app", in: realm)
        let demo = try await account("someone", harness)
        for name in ["victim@bank", "VICTIM@BANK", "victim@ｂａｎｋ", "x@y@bank", "victim@ bank", "victim@\u{3000}BANK", "victim @ bank"] {
            await #expect(throws: DomainError(.invalid, "")) { try await account(name, harness) }
            await #expect(throws: DomainError(.invalid, "")) {
                try await domain.directory.accounts.change(demo.id, in: realm) { $0["userName"] = .string(name) }
            }
            let schema = try await domain.directory.accounts.schema(of: realm)
            let failures = try await domain.directory.accounts.failures(
                of: .string(name), for: try #require(schema["userName"]), in: realm)
            #expect(!failures.isEmpty, "a form is told before")
        }
        _ = try await account("victim@bank.example", harness)
        rules.domain = "BANK.example"
        await #expect(throws: DomainError(.invalid, "")) { try await domain.orchestrations.applications.set(rules, of: "other", in: realm) }
        rules.domain = "free.example"
        try await domain.orchestrations.applications.set(rules, of: "other", in: realm)
        // Who has such a name from earlier doesn't keep the application's other rules from being set.
        try await harness.rename("someone", to: "someone@bank", folded: "someone@bank")
        rules.domain = "Bank"
        rules.mostDevices = 3
        try await domain.orchestrations.applications.set(rules, of: "app", in: realm)
        #expect(try await domain.directory.users.indexOldUsers().map(\.names) == [["someone@bank"]], "and is told")
        await harness.close()
    }

    @Test("vіctim with a Cyrillic і is nobody's new name, be it made, renamed or asked for, unless the realm takes any mixture")
    func mixtures() async throws {
        let harness = try await DomainHarness()
        let (domain, name) = (harness.domain, "vіctim")
        var realm = harness.realm
        let user = try await account("someone", harness)
        let attribute = try #require(try await domain.directory.accounts.schema(of: realm)["userName"])
        await #expect(throws: PolicyViolation.self) { try await account(name, harness) }
        await #expect(throws: PolicyViolation.self) {
            try await domain.directory.accounts.change(user.id, in: realm) { $0["userName"] = .string(name) }
        }
        #expect(try await !domain.directory.accounts.failures(of: .string(name), for: attribute, in: realm).isEmpty)
        realm.settings[AccountSettings.self].userNameScripts = .any
        try await domain.directory.realms.update(realm)
        #expect(try await domain.directory.accounts.failures(of: .string(name), for: attribute, in: realm).isEmpty)
        let changed = try await domain.directory.accounts.change(user.id, in: realm) { $0["userName"] = .string(name) }
        #expect(changed.username == name)
        realm.settings[AccountSettings.self].userNameScripts = .highlyRestrictive
        try await domain.directory.realms.update(realm)
        let kept = try await domain.directory.accounts.change(user.id, in: realm) { $0["sn"] = "C" }
        #expect(kept.username == name && kept.attributes["sn"] == "C", "who has such a name keeps it")
        await harness.close()
    }

    // MARK: - Sessions

    @Test("a session tells the user's name of now, after a rename and when another has the old one")
    func renamed() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let (session, token) = try await harness.signIn()
        _ = try await domain.directory.accounts.change(harness.user.id, in: realm) { document in
            for member in Self.profile.members { document[member.name] = member.value }
            document["userName"] = "renamed"
        }
        let other = try await domain.directory.users.create("demo", in: realm.id)
        let read = [
            try await domain.session.registry.session(token, in: realm.id), try await domain.session.registry.peek(token, in: realm.id),
            try await domain.session.registry.session(handle: session.handle, in: realm.id),
            try await domain.session.registry.sessions(of: harness.user.id, in: realm.id).first,
        ]
        for session in read {
            let session = try #require(session)
            #expect(session.username == "renamed" && session.user == harness.user.id && session.user != other.id)
            #expect(session.isNamed("RENAMED") && !session.isNamed("demo"))
        }
        await harness.close()
    }

    // MARK: - The next sibling

    /// The declarations below the dialects that take a user's name as a text, each with its reason.
    private static let named: KeyValuePairs = [
        "Directory/Authentication/Attempts.swift": "an attempt waits and counts by what was typed",
        "Directory/Authentication/PasswordAuthentication.swift": "a sign-on",
        "Directory/SecurityQuestions/SecurityQuestions+Answers.swift": "a sign-on",
        "Directory/Users/Users.swift": "the resolver",
        "Directory/Users/UniversalID.swift": "writes an identifier",
        "Directory/Names/UserNameKey.swift": "compares with a user who is known",
        "Directory/Accounts/Accounts+Creating.swift": "the name of a new account",
        "Directory/Accounts/Accounts+Importing.swift": "the name of a new account",
        "Risk/Evaluations/RiskEvent.swift": "the id of a user as an event of a caller has it",
        "SignIn/JourneyLibrary/RetryCounts.swift": "counts by what was typed, whether or not there is such a user",
        "SignIn/PasswordRecovery/PasswordRecovery.swift": "a stranger's request for a code",
    ]

    @Test("no other function below the dialects takes a user's name: it takes a UserReference, or an id")
    func functions() throws {
        let modules = [
            "Directory", "Messaging", "Sessions", "DevicePolicies", "DeviceRegistry", "MultiFactor", "OrchestrationService",
            "PingIDService",
            "Risk", "SignIn", "OAuth", "Services",
        ]
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../Sources/Server").standardized
        var found: Set<String> = []
        for module in modules {
            let folder = root.appending(path: module)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                // However the parameter is called: username, userName, toUser name, user.
                let parameter = #/(?:\b(?:userN|usern)ame|\b\w*[uU]ser(?: \w+)?): String\b(?!\?)/#
                let takes = text.matches(of: #/(?:func |\binit)[^{(]*\(([^{]*?)\)/#).contains { $0.1.contains(parameter) }
                if takes { found.insert("\(module)/" + file.path.dropFirst(folder.path.count + 1)) }
            }
        }
        #expect(found.subtracting(Self.named.map(\.key)).isEmpty)
    }
}
