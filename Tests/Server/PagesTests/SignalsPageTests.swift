import JourneyMessages
import Primitives
import Testing

@testable import Pages

@Suite("Pages that collect signals")
struct SignalsPageTests {
    private static let wishes: PageSignals = {
        var question = ProtectInitialization(environmentID: "env")
        question.attributesToIgnore = ["LOCALE", String(repeating: "x", count: 65)]
        question.collectsBehavior = false
        return PageSignals(question)
    }()

    private func page(_ callbacks: Callback..., collects: Bool = true) throws -> (html: String, policy: String) {
        let step = PageFixtures.step(callbacks)
        let page = SignOnPage(step: step, form: PageFixtures.form, signals: collects ? Self.wishes : nil)
        let policy = page.headers().first { $0.name == "Content-Security-Policy" }?.value ?? ""
        return (try Pages().render(page), policy)
    }

    @Test("the scripts are linked with the digest, the form says what is wanted, and the policy lets them ask this server")
    func links() throws {
        let (html, policy) = try page(NameQuestion(prompt: "Name").callback)
        #expect(
            html.contains("<script id=\"stPingId\" src=\"\(SignalsScript.path)\" integrity=\"\(SignalsScript.integrity)\" defer></script>"))
        #expect(html.contains("<script src=\"\(Asset.signals.versionedPath)\" defer></script>"))
        let options = "{&quot;envId&quot;:&quot;env&quot;,&quot;deviceAttributesToIgnore&quot;:[&quot;LOCALE&quot;],"
        #expect(html.contains("data-signals=\"\(options)&quot;behavioralDataCollection&quot;:false}\""))
        #expect(html.contains("<input type=\"hidden\" name=\"signals\" value=\"\" data-sensor=\"data\">"))
        #expect(policy.contains("script-src 'self'; ") && policy.contains("connect-src 'self'; ") && !policy.contains("unsafe"))
    }

    @Test("a page that collects none has no script, and says that it can't")
    func none() throws {
        let (html, policy) = try page(ProtectEvaluation(pausesBehavior: false).callback, collects: false)
        #expect(!html.contains("<script") && !html.contains("data-s") && !policy.contains("script-src"))
        #expect(html.contains("<input type=\"hidden\" name=\"IDToken1clientError\" value=\"Unsupported\">"))
    }

    @Test("a step that asks for signals beside other things takes them itself; what the script doesn't change says that there were none")
    func mixed() throws {
        let (html, _) = try page(
            NameQuestion(prompt: "Name").callback, ProtectInitialization(environmentID: "env").callback,
            ProtectEvaluation(pausesBehavior: false).callback)
        for field in [
            "name=\"IDToken2clientError\" value=\"Unsupported\" data-sensor=\"start\"",
            "name=\"IDToken3signals\" value=\"\" data-sensor=\"data\"",
            "name=\"IDToken3clientError\" value=\"Unsupported\" data-sensor=\"failure\"",
        ] { #expect(html.contains(field)) }
        #expect(!html.contains("name=\"signals\""))
        let metadata = try page(
            ProtectEvaluation(pausesBehavior: false).metadata(environment: "env"),
            HiddenValue(id: HiddenValue.riskSignals, value: "").callback)
        #expect(metadata.html.contains("name=\"IDToken2\" value=\"pingone_risk_evaluation_signals\" data-sensor=\"data\""))
    }

    @Test("what a browser keeps of the wishes reads as it was, and nothing else does")
    func kept() {
        #expect(PageSignals(kept: Self.wishes.kept, environment: "env") == Self.wishes)
        #expect(PageSignals(kept: Self.wishes.kept, environment: "other")?.environment == "other")
        for text in ["", "e30", "~", Base64URL.encode(Array("[1]".utf8)), String(repeating: "A", count: 9000)] {
            #expect(PageSignals(kept: text, environment: "env") == nil)
        }
    }

    @Test("the form's signals are apart from the answers")
    func submission() throws {
        let fields = [("state", "s"), ("csrf", "c"), ("IDToken1", "ada"), ("signals", "a.b"), ("signals", "c.d")]
        let read = try #require(SignOnSubmission(fields: fields.map { (name: $0.0, value: $0.1) }))
        #expect(read.signals == "a.b" && read.answers[0] == "ada")
        #expect(read.step.callbacks.flatMap(\.input).count == 1)
        #expect(
            SignOnSubmission(fields: [("state", "s"), ("csrf", "c"), ("signals", "")].map { (name: $0.0, value: $0.1) })?.signals == nil)
    }
}
