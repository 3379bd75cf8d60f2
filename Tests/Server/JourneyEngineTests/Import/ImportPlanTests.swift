import AMFormat
import JourneyModel
import JourneyTesting
import JourneyTransfer
import Primitives
import Testing

@testable import JourneyEngine
import Services
import SignIn
import Directory
import Foundations

@Suite("What an import changes")
struct ImportPlanTests {
    @Test("is worked out first, then done all together; the second time there is nothing to do")
    func store() async throws {
        let harness = try await JourneyHarness()
        let read = JourneyImport(AMFiles.forms[0].files)
        let plan = try await ImportPlan(read, into: harness.realm, of: harness.transfer)
        #expect(plan.changes.allSatisfy { $0.action == .add } && plan.replacements.isEmpty)
        #expect(try await harness.domain.signIn.journeys.entry("Office", in: harness.realm.id) == nil, "a plan changes nothing")
        try await harness.domain.signIn.bundles.store(plan.bundle, in: harness.realm.id)
        #expect(try await harness.domain.signIn.scripts.script("Check Office Hours", in: harness.realm.id)?.text == AMFiles.source)
        let carried = try await harness.domain.signIn.carried.all(in: harness.realm.id).map { "\($0.kind) \($0.id)" }
        #expect(carried == ["emailTemplates welcome", "socialIdentityProviders google", "themes blue"])
        #expect(try await harness.events("script.changed") == 1)
        let again = try await ImportPlan(read, into: harness.realm, of: harness.transfer)
        #expect(again.changes.allSatisfy { $0.action == .keep } && again.bundle.isEmpty)
    }

    @Test("says what differs from what is stored")
    func differences() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.twoSteps)
        let changed = Journeys.twoSteps.replacing("limit: 3", with: "limit: 4")
        let read = JourneyImport([ImportFile(path: "x.yaml", bytes: Array(changed.utf8))])
        let plan = try await ImportPlan(read, into: harness.realm, of: harness.transfer)
        #expect(plan.replacements.map(\.differences) == [["+ nodes.retries.settings: {\"limit\":4}"]])
    }

    @Test("what a journey refers to and nobody has is said; another script of the same name is in the way")
    func references() async throws {
        let harness = try await JourneyHarness()
        let file = AMFiles.changed {
            $0["scripts"] = nil
            $0[path: ["nodes", AMFiles.partner, "tree"]] = "Nowhere"
            $0[path: ["nodes", AMFiles.page, "pageHeader"]] = ["en": "&{esv.house}"]
        }
        let plan = try await ImportPlan(JourneyImport([file]), into: harness.realm, of: harness.transfer)
        for member in ["script", "tree", "&{esv.house}"] {
            #expect(plan.findings.contains { $0.member == member && $0.level == .warning }, "\(member)")
        }
        try await harness.domain.signIn.scripts.save(
            Script(id: harness.user.id, name: "Check Office Hours", text: "outcome = 'x'"), in: harness.realm.id)
        let other = try await ImportPlan(JourneyImport(AMFiles.forms[0].files), into: harness.realm, of: harness.transfer)
        #expect(other.findings.contains { $0.level == .error && $0.subject == "script Check Office Hours" })
        #expect(other.bundle.scripts.isEmpty)
    }

    @Test("a bundle is stored whole or not at all")
    func atomic() async throws {
        let harness = try await JourneyHarness()
        var bundle = ConfigurationBundle()
        bundle.journeys = [("Half", ["name": "Half"])]
        bundle.scripts = [
            Script(id: harness.user.id, name: "Same", text: ""), Script(id: harness.realm.id, name: "Same", text: ""),
        ]
        await #expect(throws: DomainError(.alreadyExists, "")) {
            try await harness.domain.signIn.bundles.store(bundle, in: harness.realm.id)
        }
        #expect(try await harness.domain.signIn.journeys.entry("Half", in: harness.realm.id) == nil)
        #expect(try await harness.domain.signIn.scripts.all(in: harness.realm.id).isEmpty)
    }

    @Test("a Java class that a script names and of which there is no stand-in is said once, at the import and by a check of what is stored")
    func javaClasses() async throws {
        let harness = try await JourneyHarness()
        let text = "var fr = JavaImporter(org.forgerock.secrets.SecretBuilder); outcome = 'open';"
        let file = AMFiles.changed { $0[path: ["scripts", AMFiles.script, "script"]] = .string(text) }
        let read = JourneyImport([file])
        let plan = try await ImportPlan(read, into: harness.realm, of: harness.transfer)
        let said = plan.findings.filter { $0.level == .warning && "\($0)".contains("SecretBuilder") }
        let early = read.findings.filter { $0.level == .warning && "\($0)".contains("SecretBuilder") }
        #expect(early.count == 1 && said.count <= 1)
        try await harness.domain.signIn.bundles.store(plan.bundle, in: harness.realm.id)
        let journey = try #require(read.journeys.first)
        var check = JourneyCheck(journey, client: nil)
        try await check.checkReferences(of: journey, in: harness.realm, of: harness.transfer)
        #expect(check.findings.contains { $0.level == .warning && $0.reason.contains("org.forgerock.secrets.SecretBuilder") })
    }

    @Test("the default theme becomes the look of a realm that has none, with colours that can be read")
    func theme() async throws {
        let harness = try await JourneyHarness()
        let file = AMFiles.changed {
            $0["themes"] = [
                [
                    "_id": "main", "name": "Main", "isDefault": true, "primaryColor": "#8bf", "backgroundColor": "#ffffff",
                    "logoAltText": "Acme", "logo": "https://acme.example/logo.png", "buttonRounded": "50",
                ]
            ]
        }
        let read = JourneyImport([file])
        #expect(!read.findings.contains { $0.subject == "themes main" }, "it has an effect")
        let plan = try await ImportPlan(read, into: harness.realm, of: harness.transfer)
        let look = try #require(plan.look)
        #expect(look.name == "Acme" && look.background == "#ffffff" && look.cornerRadius == 24 && look.logo == nil)
        #expect(look.accent != "#88bbff" && look.accent != nil)
        #expect(throws: Never.self) { try look.check() }
        #expect(plan.changes.contains { $0.kind == "look" && $0.action == .add })
        #expect(plan.findings.filter { $0.subject == "themes main" }.map(\.member) == ["primaryColor", "logo"])
        var realm = harness.realm
        realm.settings[LookSettings.self].look = look
        let again = try await ImportPlan(read, into: realm, of: harness.transfer)
        #expect(again.look == nil && again.findings.contains { $0.subject == "themes main" && $0.reason.contains("a look already") })
    }
}
