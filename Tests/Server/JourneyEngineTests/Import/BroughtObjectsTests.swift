import AMFormat
import Foundation
import JourneyModel
import JourneyTransfer
import Primitives
import Testing

@testable import JourneyEngine
import Messaging
import Directory
import Foundations
import SignIn
import Services
import Sessions

@Suite("E-mail templates and identity providers that journeys bring along")
struct BroughtObjectsTests {
    static let template: JSONValue = [
        "_id": "emailTemplate/hello", "_rev": "3", "enabled": true, "from": "", "defaultLocale": "en", "mimeType": "text/html",
        "subject": ["en": "Hello", "fr": "Bonjour"], "message": ["en": "<p>{{object.userName}}</p>"], "advancedEditor": true,
    ]
    static let provider: JSONValue = [
        "_id": "company", "_rev": "1", "_type": ["_id": "oidcConfig", "name": "An OpenID provider", "collection": true],
        "clientId": "&{esv.company.client|gatehouse}", "clientSecret": "&{esv.company.secret}", "enabled": true,
        "clientAuthenticationMethod": "CLIENT_SECRET_BASIC", "issuer": "https://id.example.com", "scopes": ["openid", "email"],
        "scopeDelimiter": " ", "pkceMethod": "S256", "redirectURI": "https://login.example.com/return", "encryptedIdTokens": true,
        "jwtSigningAlgorithm": "NONE", "transform": "58c824ae-84ed-4724-82cd-db128fc3f6c",
        "uiConfig": ["buttonDisplayName": "Company"],
    ]

    private static func file(_ change: (inout JSONObject) -> Void = { _ in }) -> ImportFile {
        AMFiles.changed {
            $0["emailTemplates"] = ["hello": template]
            $0["socialIdentityProviders"] = ["company": provider]
            change(&$0)
        }
    }

    private static func taken(_ file: ImportFile, _ harness: JourneyHarness) async throws -> ImportPlan {
        let realm = harness.realm
        var options = ImportOptions()
        options.variables = realm.settings[ScriptingSettings.self].scriptVariables
        let plan = try await ImportPlan(JourneyImport([file], options), into: realm, of: harness.transfer)
        try await harness.domain.signIn.bundles.store(plan.bundle, in: realm.id)
        return plan
    }

    @Test("a script of Groovy that a node or a provider needs is said to be one")
    func groovy() async throws {
        let harness = try await JourneyHarness()
        let id = "11111111-2222-4333-8444-000000000001"
        let file = Self.file {
            $0[path: ["socialIdentityProviders", "company", "transform"]] = .string(id)
            $0[path: ["scripts", id]] = ["_id": .string(id), "name": "Normalise", "language": "GROOVY", "script": "", "context": "X"]
            $0[path: ["scripts", AMFiles.script, "language"]] = "GROOVY"
        }
        let plan = try await ImportPlan(JourneyImport([file]), into: harness.realm, of: harness.transfer)
        let found = plan.findings.filter { $0.reason.contains("is in GROOVY, which can't be run here") }.map(\.member)
        #expect(found.sorted { $0 ?? "" < $1 ?? "" } == ["script", "transform"], "\(plan.findings)")
    }

    @Test("are used here, and exported as they came")
    func connected() async throws {
        let harness = try await JourneyHarness()
        try await harness.domain.directory.secrets.set(Secret("hunter2"), as: "esv.company.secret", in: harness.realm)
        let plan = try await Self.taken(Self.file(), harness)
        #expect(
            plan.changes.map(\.kind).filter { $0 != "journey" && $0 != "script" } == ["e-mail template", "identity provider", "themes"])
        let template = try #require(try await harness.domain.messaging.templates.template("hello", in: harness.realm.id))
        #expect(try template.content(["userName": "ada"], languages: ["fr"]).subject == "Bonjour")
        let provider = try #require(try await harness.domain.session.providers.provider("company", in: harness.realm.id))
        #expect(provider.clientID == "gatehouse" && provider.secret?.reveal() == "hunter2" && provider.authentication == .basic)
        #expect(provider.isEnabled && provider.scopes == ["openid", "email"])
        for kind in ["template.changed", "provider.changed"] { #expect(try await harness.events(kind) == 1, "\(kind)") }

        let export = try await JourneyExport(of: harness.realm, in: harness.transfer)
        let stored = try #require(try await harness.domain.signIn.journeys.entry("Office", in: harness.realm.id))
        let file = export.file([try JourneyDefinition(json: stored.definition)])
        let entry = try #require(file["trees"]?["Office"])
        #expect(entry["emailTemplates"]?["hello"] == .object((Self.template.object ?? [:]).without(["_rev"])))
        let exported = try #require(entry["socialIdentityProviders"]?["company"]?.object)
        #expect(exported == (Self.provider.object ?? [:]).without(["_rev", "clientSecret"]))
        #expect(!file.text.contains("hunter2") && !file.text.contains("esv.company.secret"))

        let again = try await Self.taken(ImportFile(path: "again.json", bytes: file.encoded), harness)
        #expect(again.changes.allSatisfy { $0.action == .keep } && again.bundle.isEmpty, "\(again.changes)")
    }

    @Test("the report names every setting of a provider that has no effect, as a warning unless it changes nothing")
    func unsupported() {
        let findings = JourneyImport([Self.file()]).findings.filter { $0.subject == "identity provider company" }
        let levels = Dictionary(uniqueKeysWithValues: findings.map { ($0.member ?? "", $0.level) })
        #expect(levels == ["scopeDelimiter": .note, "jwtSigningAlgorithm": .note, "encryptedIdTokens": .warning])
    }

    @Test("a provider whose secret nobody has is switched off until it gets one, and exported as it came")
    func withoutSecret() async throws {
        let harness = try await JourneyHarness()
        let plan = try await Self.taken(Self.file(), harness)
        #expect(plan.findings.contains { $0.member == "clientSecret" && $0.reason.contains("esv.company.secret") && $0.level == .warning })
        var provider = try #require(try await harness.domain.session.providers.provider("company", in: harness.realm.id))
        #expect(!provider.isEnabled && provider.secret == nil)
        let export = try await JourneyExport(of: harness.realm, in: harness.transfer)
        let stored = try #require(try await harness.domain.signIn.journeys.entry("Office", in: harness.realm.id))
        let file = export.file([try JourneyDefinition(json: stored.definition)])
        #expect(file["trees"]?["Office"]?["socialIdentityProviders"]?["company"]?["enabled"] == true)
        provider.isEnabled = true
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.session.providers.save(provider, in: harness.realm.id) }
        provider.secret = Secret("hunter2")
        try await harness.domain.session.providers.save(provider, in: harness.realm.id)
        _ = try await Self.taken(Self.file(), harness)
        #expect(try await harness.domain.session.providers.provider("company", in: harness.realm.id)?.secret?.reveal() == "hunter2")
    }

    @Test("what is changed here is exported as it is now")
    func changed() async throws {
        let harness = try await JourneyHarness()
        _ = try await Self.taken(Self.file(), harness)
        var provider = try #require(try await harness.domain.session.providers.provider("company", in: harness.realm.id))
        provider.clientID = "another"
        provider.keyID = nil
        try await harness.domain.session.providers.save(provider, in: harness.realm.id)
        let export = try await JourneyExport(of: harness.realm, in: harness.transfer)
        let stored = try #require(try await harness.domain.signIn.journeys.entry("Office", in: harness.realm.id))
        let entry = export.file([try JourneyDefinition(json: stored.definition)])["trees"]?["Office"]
        #expect(entry?["socialIdentityProviders"]?["company"]?["clientId"] == "another")
        #expect(entry?["socialIdentityProviders"]?["company"]?["encryptedIdTokens"] == true)
    }

    /// Changes after which a template or a provider can't be used, and what is said.
    static let unusable: [(path: [String], value: JSONValue, subject: String, reason: String)] = [
        (["emailTemplates", "hello", "message"], [:], "e-mail template hello", "needs a subject"),
        (["emailTemplates", "hello", "subject"], "Hello", "e-mail template hello", "subject must be an object"),
        (["socialIdentityProviders", "company", "_type"], ["_id": "twitterConfig"], "identity provider company", "twitterConfig"),
        (["socialIdentityProviders", "company", "issuer"], "http://id.example.com", "identity provider company", "no https URL"),
        (["socialIdentityProviders", "company", "clientId"], "&{esv.unknown}", "identity provider company", "no variable esv.unknown"),
        (["socialIdentityProviders", "company", "redirectURI"], .null, "identity provider company", "redirectURI: it is missing"),
    ]

    @Test("one that can't be used here is kept for export, and said", arguments: unusable.indices)
    func kept(_ index: Int) async throws {
        let (path, value, subject, reason) = Self.unusable[index]
        let harness = try await JourneyHarness()
        let plan = try await Self.taken(Self.file { $0[path: path] = value }, harness)
        #expect(plan.findings.contains { $0.subject == subject && $0.level == .warning && $0.reason.contains(reason) }, "\(plan.findings)")
        let export = try await JourneyExport(of: harness.realm, in: harness.transfer)
        let stored = try #require(try await harness.domain.signIn.journeys.entry("Office", in: harness.realm.id))
        let entry = export.file([try JourneyDefinition(json: stored.definition)])["trees"]?["Office"]
        #expect(entry?[path[0]]?[path[1]]?[path[2]] == value)
    }

    @Test("a journey that names one which isn't there is told so")
    func missing() async throws {
        let harness = try await JourneyHarness()
        let text = """
            name: Mailing
            start: mail
            nodes:
              mail: { emailTemplate: { emailTemplateName: nothing }, EMAIL_SENT: pick, EMAIL_NOT_SENT: failure }
              pick: { selectProvider: { filteredProviders: [ nobody ], includeLocalAuthentication: false }, socialAuthentication: success }
            """
        let plan = try await ImportPlan(
            JourneyImport([ImportFile(path: "x.yaml", bytes: Array(text.utf8))]), into: harness.realm, of: harness.transfer)
        #expect(plan.findings.map(\.reason).sorted() == ["there is no e-mail template nothing", "there is no identity provider nobody"])
    }

    @Test("a provider in a file of its own is one too")
    func ownFile() {
        let read = JourneyImport([AMFiles.file("SocialIdentityProviders/company.json", Self.provider.object ?? [:])])
        #expect(read.providers.map(\.provider.name) == ["company"] && read.journeys.isEmpty)
    }
}
