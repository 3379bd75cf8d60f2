import JourneyMessages
import Primitives
import Testing

@testable import Pages

@Suite("What a browser posts")
struct SignOnSubmissionTests {
    private func submission(_ fields: KeyValuePairs<String, String>) -> SignOnSubmission? {
        SignOnSubmission(fields: fields.map { (name: $0.key, value: $0.value) })
    }

    @Test("state, token and answers, in any order")
    func reads() throws {
        let posted = try #require(submission(["IDToken2": "secret", "csrf": "c", "IDToken1": "demo", "state": "s"]))
        #expect(posted.authID == "s" && posted.csrfToken == "c")
        #expect(posted.answers[0] == "demo" && posted.answers[1] == "secret" && posted.answers[2] == nil)
    }

    @Test("of a field that is there twice the first counts")
    func doubled() throws {
        let posted = try #require(
            submission(["state": "s", "state": "t", "csrf": "c", "csrf": "d", "IDToken1": "demo", "IDToken1": "admin"]))
        #expect(posted.authID == "s" && posted.csrfToken == "c" && posted.answers[0] == "demo")
    }

    @Test("without state or token it is nothing", arguments: [[("csrf", "c")], [("state", "s")], []])
    func incomplete(_ fields: [(String, String)]) {
        #expect(SignOnSubmission(fields: fields.map { (name: $0.0, value: $0.1) }) == nil)
    }

    @Test("what the page names, the reader reads: a page's own fields come back as its step's answers")
    func roundTrip() throws {
        let html = HTMLStructure(
            try Pages().render(
                PageFixtures.signOn(NameQuestion(prompt: "Name").callback, ChoiceQuestion(prompt: "", choices: ["a", "b"]).callback)))
        let fields = html.all("input").filter { $0["type"] != "radio" || $0["checked"] != nil }
        let posted = try #require(SignOnSubmission(fields: fields.map { (name: $0["name"] ?? "", value: $0["value"] ?? "") }))
        #expect(posted.authID == "sealed-state" && posted.csrfToken == "csrf-token")
        #expect(posted.answers[0] == "" && posted.answers[1] == "0")
    }
}
