import DevicePolicies
import FederationTesting
import Foundation
import JourneyMessages
import MultiFactor
import OneTimePassword
import Pages
import Primitives
import Store
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import DeviceRegistry
import Directory
import Services
import Sessions

/// How a kind of node is brought to ask.
struct Asking: Sendable {
    var settings = JSONObject()
    /// What stands before it.
    var before: [NodeTrial.Node] = []
    /// What the realm and the user need.
    var prepare: @Sendable (NodeTrial) async throws -> Void = { _ in }
    /// The answers to the steps of the nodes before.
    var answers: [[JSONValue?]] = []

    /// By the kind's name. A kind that may ask again and doesn't stand here fails the test.
    static let all: [String: Asking] = [
        "username": Asking(), "password": Asking(), "createPassword": Asking(), "platformUsername": Asking(), "platformPassword": Asking(),
        "acceptTerms": Asking(), "consent": Asking(settings: ["allRequired": true]),
        "attributeCollector": Asking(settings: ["attributesToCollect": ["givenName"], "required": true]), "kbaDefinition": Asking(),
        "kbaVerification": Asking(), "deviceBinding": Asking(), "deviceSigningVerifier": Asking(), "message": Asking(),
        "choice": Asking(settings: ["choices": ["a", "b"], "defaultChoice": "a", "prompt": "Which?"]),
        "selectProvider": Asking(prepare: providers),
        "socialProvider": social, "olderSocialProvider": social,
        "deviceAuthentication": Asking(prepare: devices), "oathRegistration": Asking(), "oathTokenVerifier": Asking(prepare: passwords),
        "secondFactorOptions": Asking(), "getAuthenticatorApp": Asking(), "recoveryCode": Asking(),
        "recoveryCodeDisplay": Asking(
            before: [.init("oathRegistration", ["generateRecoveryCodes": true])], answers: [[nil, nil, nil, 0]]),
        "captcha": Asking(settings: ["siteKey": "site", "secretLabelIdentifier": "captcha"]),
        "legacyCaptcha": Asking(settings: ["siteKey": "site"]),
        "enterpriseCaptcha": Asking(settings: ["projectId": "project", "siteKey": "site", "secretLabelIdentifier": "captcha"]),
        "passcodeDecision": Asking(), "riskEvaluation": Asking(), "riskEvaluationByMetadata": Asking(), "risk": Asking(),
        "deviceProfileCollector": Asking(), "webAuthnRegistration": Asking(),
        "webAuthnAuthentication": Asking(settings: ["requiresResidentKey": true]),
    ]

    private static let social = Asking(
        settings: ["clientType": "NATIVE"], before: [.init("setState", ["attributes": ["selectedIdp": "pretend"]])], prepare: providers)

    private static let providers: @Sendable (NodeTrial) async throws -> Void = { trial in
        for name in ["pretend", "second"] {
            try await trial.harness.domain.session.providers.save(.pretend(named: name), in: trial.harness.realm.id)
        }
    }

    private static let devices: @Sendable (NodeTrial) async throws -> Void = { trial in
        let (domain, realm, user) = (trial.harness.domain, trial.harness.realm, trial.harness.user.id)
        try await domain.directory.users.setMFAEnabled(true, of: user, in: realm.id)
        var device = Devices.Enrolment(.email)
        (device.contact, device.isActive) = ("demo@example.com", true)
        _ = try await domain.deviceRegistry.devices.enrol(device, for: user, in: realm)
    }

    private static let passwords: @Sendable (NodeTrial) async throws -> Void = { trial in
        let (authenticators, user, realm) = (trial.harness.domain.multiFactor.authenticators, trial.harness.user.id, trial.harness.realm)
        let account = OneTimePasswordAccount(secret: Secret("a seed of 20 bytes or more"))
        _ = try await trial.harness.database.write { try authenticators.add(account, of: user, in: realm, $0) }
    }
}

@Suite("Questions that are asked again")
struct RepetitionTests {
    static let kinds = NodeCatalogue.standard.kinds.filter {
        $0.type.repetition == .atFields || $0.type.repetition == .byItself && $0.type.name != "ScriptedDecisionNode"
    }.map(\.type.alias)

    /// The kinds that show something, or have an outcome for every answer, a missing one included, and so never ask again.
    private static let once: Set = [
        "displayUsername", "pollingWait", "stateMetadata", "authenticationCode", "devicePairing", "foreign", "pushRegistration",
        "combinedRegistration", "pushWait", "orchestrationAuthentication", "orchestrationTransaction", "collectSignalsByMetadata",
        "collectSignals", "emailSuspend", "appIntegrity", "identityVerification", "verifyEvaluation", "verifyProofing",
    ]

    @Test("a kind that asks says whether it asks again; those that never do are listed")
    func declared() {
        let asking = NodeCatalogue.standard.kinds.filter { !$0.callbacks.isEmpty || $0.type.interaction != .none }
        #expect(Set(asking.filter { $0.type.repetition == .never }.map(\.type.alias)).symmetricDifference(Self.once).sorted() == [])
    }

    private func trial() async throws -> NodeTrial {
        let trial = try await NodeTrial {
            $0[AccountSettings.self].terms = RealmTerms(version: "1", created: "2026-01-01T00:00:00Z", texts: ["en": "Be kind."])
        }
        try await trial.setProfile([:])
        return trial
    }

    @Test("every kind of node that may ask again says why, in the step and on the page", arguments: kinds)
    func says(_ kind: String) async throws {
        let asking = try #require(Asking.all[kind], "no trial of \(kind)")
        let trial = try await trial()
        try await asking.prepare(trial)
        var step = try await trial.step(asking.before + [NodeTrial.Node(kind, asking.settings)])
        for answers in asking.answers { step = try await trial.harness.send(step.answered(answers)).step }
        let asked = step.questions
        #expect(!step.saysWhy && !asked.isEmpty)

        var unanswered = step
        unanswered.callbacks = []
        let again = try await trial.harness.send(unanswered).step
        #expect(Array(again.questions.prefix(asked.count)) == asked, "\(kind) went on")
        #expect(again.saysWhy)
        try expectOnPage(again)
    }

    /// What is wrong stands on the page: beside its field and tied to it, or as a text.
    private func expectOnPage(_ step: Step) throws {
        let page = try Pages().render(SignOnPage(step: step, form: PageForm(action: "/x", csrfToken: "c")))
        var said = 0
        for (index, callback) in step.callbacks.enumerated() {
            let name = "\(Step.inputName(index))-problems"
            if page.contains("id=\"\(name)\"") {
                #expect(page.contains("aria-describedby=\"\(name)\"") && !callback.failedPolicies.isEmpty)
                said += 1
            }
        }
        for case .textOutput(let statement) in step.callbacks.map(\.kind) where statement.severity != .script {
            if page.contains("<p>\(statement.message)</p>") { said += 1 }
        }
        #expect(said > 0, "\(page)")
        #expect(page.components(separatedBy: " autofocus").count <= 2)
    }

    @Test("two equal security questions: the second says why, keeps the choice and has the focus; no answer is shown again")
    func questions() async throws {
        let trial = try await trial()
        let step = try await trial.step("kbaDefinition")
        var answered = step
        for index in step.callbacks.indices {
            let question = try #require(step.callbacks[index].question(KBAQuestion.self))
            answered.callbacks[index].answer(question, with: KBAAnswer(question: question.questions[1], answer: Secret("Rex \(index)")))
        }
        let again = try await trial.harness.send(answered).step
        #expect(again.callbacks[0].failedPolicies.isEmpty && again.callbacks[1].failedPolicies == [FailedPolicy(.distinct)])
        let question = try #require(again.callbacks[0].question(KBAQuestion.self))
        #expect(again.callbacks.prefix(2).map { $0.initial("question")?.string } == [question.questions[1], question.questions[1]])
        #expect(!again.json.text.contains("Rex"))
        guard case .textOutput(let statement)? = again.callbacks.last?.kind else {
            Issue.record("\(again.types)")
            return
        }
        #expect(statement.severity == .error && statement.about == "IDToken2")
        let page = try Pages().render(SignOnPage(step: again, form: PageForm(action: "/x", csrfToken: "c")))
        #expect(page.contains("name=\"IDToken2question\" aria-describedby=\"IDToken2-problems\" aria-invalid=\"true\" autofocus"))
        #expect(!page.contains(statement.message), "the field says it")
    }

    @Test("on a page what was right is kept, secrets are not, and only what was wrong complains")
    func page() async throws {
        let trial = try await trial()
        let nodes: JSONValue = [["username": [:]], ["password": [:]], ["acceptTerms": [:]]]
        let step = try await trial.step([NodeTrial.Node("page", ["nodes": nodes])], isProven: false)
        let again = try await trial.harness.send(step, "ada", "sesame", false).step
        #expect(again.callbacks.map { $0.failedPolicies.map(\.requirement) } == [[], [], [.accepted], []])
        #expect(again.callbacks[0].initial() == "ada" && again.callbacks[1].initial() == "")
        #expect(!again.json.text.contains("sesame"))
        let more = try await trial.harness.send(again, "", "sesame", true).step
        #expect(more.callbacks.map { $0.failedPolicies.map(\.requirement) } == [[.required], [], [], []])
        #expect(more.callbacks[2].initial() == true)
        #expect(try await trial.harness.send(more, "ada", "sesame", true).step.message == "outcome")
    }

    @Test("a code that was typed into a name's field is never shown again")
    func codes() async throws {
        let trial = try await trial()
        let nodes: JSONValue = [["username": [:]], ["recoveryCode": [:]]]
        let step = try await trial.step([NodeTrial.Node("page", ["nodes": nodes])], isProven: false)
        let again = try await trial.harness.send(step, "", "abcd-efgh").step
        #expect(!again.json.text.contains("abcd-efgh") && again.saysWhy)
    }

    @Test("a client that has a value looked at while it is typed is told of values alone")
    func validation() async throws {
        let trial = try await trial()
        let nodes: JSONValue = [["platformUsername": ["validateInput": true]], ["acceptTerms": [:]]]
        let step = try await trial.step([NodeTrial.Node("page", ["nodes": nodes])], isProven: false)
        var typed = step.answered(["a"])
        typed.callbacks[0].input[1].value = true
        let again = try await trial.harness.send(typed).step
        #expect(again.types == step.types && again.callbacks[1].failedPolicies.isEmpty)
    }

    @Test(
        "the reason is told in the reader's language",
        arguments: [("de-CH", "Die Antwort muss"), ("fr", "La réponse doit"), ("sv", "Svaret måste"), ("fi", "The answer must")])
    func language(_ tag: String, _ words: String) async throws {
        var trial = try await trial()
        trial.harness.client.languages = [tag]
        let step = try await trial.step("acceptTerms")
        let again = try await trial.harness.send(step, false).step
        #expect(again.message?.hasPrefix(words) == true)
    }
}
