import DialectTesting
import JourneyMessages
import Primitives

@testable import JourneyEngine
@testable import JourneyModel
import Services
import Directory

/// Asks for a new account's data in one step, and asks again until all of it will do.
struct RegistrationNode: JourneyNode {
    static let type = NodeType(
        "RegistrationNode", alias: "registration", title: "Registration", "Asks for a new account's data.", interaction: .always,
        repetition: .atFields)

    func step(_ turn: inout Turn) async throws -> NodeResult {
        var name = ValidatedUsernameQuestion(prompt: "Username")
        let given = (try? turn.answer(to: name))?.value
        if turn.wasSubmitted { name.check.failed = Self.failures(given) }
        name.value = given
        turn.tell(name.callback)
        let age = turn.ask(AttributeQuestion<Double>("age", prompt: "Age"))
        let news = turn.ask(AttributeQuestion<Bool>("news", prompt: "News"))
        let kba = turn.ask(KBAQuestion(prompt: "Question", questions: ["School?"]))
        let terms = turn.ask(TermsQuestion(version: "1.0", terms: "Be kind.", created: ""))
        guard name.check.failed.isEmpty, turn.wasSubmitted, let age, let news, let kba, terms == true else { return .waiting }
        let facts = [given ?? "", age.value?.json.text ?? "-", news.value.map(\.description) ?? "-", kba.question, kba.answer.reveal()]
        turn.state.shared["facts"] = .string(facts.joined(separator: "|"))
        return .outcome(Outcome.only)
    }

    private static func failures(_ name: String?) -> [FailedPolicy] {
        guard let name else { return [FailedPolicy(.required)] }
        return name.count < 3 ? [FailedPolicy(.minimumLength, ["minLength": 3])] : []
    }
}

/// Shows what was kept.
struct FactsNode: JourneyNode {
    static let type = NodeType(
        "FactsNode", alias: "facts", title: "Facts", "Shows what was kept.", interaction: .always, repetition: .atFields)

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.tell(TextStatement(turn.state.shared["facts"]?.string ?? "").callback)
        return turn.ask(ConfirmationQuestion(options: ["OK"])) == nil ? .waiting : .outcome(Outcome.only)
    }
}

/// Asks for a CAPTCHA, or leads to another server.
struct ElsewhereNode: JourneyNode {
    static let type = NodeType(
        "ElsewhereNode", alias: "elsewhere", title: "Elsewhere", "Leads elsewhere.", interaction: .always, repetition: .atFields)
    static let settings = [NodeSetting<Self>("address", \.address, "Where to; without it a CAPTCHA is asked for.")]

    var address = ""

    func step(_ turn: inout Turn) async throws -> NodeResult {
        if address.isEmpty {
            guard let token = turn.ask(CaptchaQuestion(siteKey: "key")) else { return .waiting }
            turn.state.shared["facts"] = .string(token)
            return .outcome(Outcome.only)
        }
        turn.tell(Redirect(address, method: .post, data: ["SAMLRequest": "x"]).callback)
        return .waiting
    }
}

/// A server with journeys of these nodes: `Registration`, `Captcha` and `Leave`.
enum RegistrationServer {
    static func make() async throws -> ServerHarness {
        let catalogue = NodeCatalogue([NodeKind(RegistrationNode.self), NodeKind(FactsNode.self), NodeKind(ElsewhereNode.self)])
        let server = try await ServerHarness(catalogue: catalogue)
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let engine = JourneyEngine(domain: JourneyServices(server.domain), catalogue: catalogue)
        for (name, node) in [("Registration", "registration: {}"), ("Captcha", "elsewhere: {}"), ("Leave", leave)] {
            let text = """
                name: \(name)
                start: first
                nodes:
                  first: { \(node), next: facts }
                  facts: { facts: {}, next: success }
                """
            try await engine.save(try JourneyDefinition(text: text, catalogue: catalogue), in: realm)
        }
        return server
    }

    private static let leave = "elsewhere: { address: \"https://idp.example/saml\" }"
}
