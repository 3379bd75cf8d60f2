import JourneyTesting
import Testing

@testable import JourneyModel

@Suite("What is wrong with a journey's file")
struct ProblemTests {
    /// A change of the file TwoSteps, and the problem that it makes.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let from: String
        let to: String
        let problem: String
        var testDescription: String { problem }

        init(_ from: String, _ to: String, _ problem: String) {
            self.from = from
            self.to = to
            self.problem = problem
        }
    }

    static let wrongs = [
        Wrong("name: TwoSteps", "", "name: expected a text of 1 to 128 bytes"),
        Wrong("start: name", "", "start: expected the id of a node, success or failure"),
        Wrong("start: name", "start: nowhere", "start: there is no node nowhere"),
        Wrong("start: name", "start: name\ncolour: blue", "colour: a journey has no such member"),
        Wrong("start: name", "start: name\nenabled: maybe", "enabled: expected true or false"),
        Wrong("start: name", "start: name\ntreeTimeout: 0", "treeTimeout: expected 1 to 1440 minutes"),
        Wrong("name: { username", "failure: { username", "nodes.failure: is no id"),
        Wrong("{ username: {}, next: word }", "username", "nodes.name: a node is a map"),
        Wrong("username: {}", "usrname: {}", "nodes.name: there is no kind of node usrname"),
        Wrong("username: {}", "username: { prmpt: x }", "nodes.name.prmpt: username has no setting prmpt; it has prompt"),
        Wrong("username: {}", "username: { prompt: [ x ] }", "nodes.name.prompt: expected text, or texts by language"),
        Wrong("username: {}", "username: 3", "nodes.name.username: the settings are a map"),
        Wrong("dataStoreDecision: {}", "dataStoreDecision: { x: 1 }", "nodes.check.x: dataStoreDecision has no settings"),
        Wrong("limit: 3", "limit: 0", "nodes.retries.limit: expected number 1 to 100"),
        Wrong("limit: 3", "limit: three", "nodes.retries.limit: expected number 1 to 100"),
        Wrong(", Reject: failure", "", "nodes.retries.Reject: this outcome leads nowhere"),
        Wrong("Reject: failure", "Reject: nowhere", "nodes.retries.Reject: there is no node nowhere"),
        Wrong(
            "Reject: failure", "Reject: failure, Maybe: name",
            "nodes.retries.Maybe: retryLimitDecision has no such outcome; it has Retry, Reject"),
        Wrong("Reject: failure", "Reject: [ failure ]", "nodes.retries.Reject: expected the id of a node"),
        Wrong("next: word", "next: check", "nodes.word: nothing leads to this node"),
        Wrong("Retry: name", "Retry: check", "nodes.check: is in a loop that never waits for the user"),
        Wrong("username: {}", "choice: { prompt: x }", "nodes.name.choices: must be set: list of texts"),
        Wrong("username: {}", "choice: { prompt: x, choices: [ A, A ] }", "nodes.name.choices: a choice stands there twice"),
        Wrong("username: {}", "page: []", "nodes.name.nodes: expected 1 to 32 nodes"),
        Wrong("username: {}", "page: {}", "nodes.name.nodes: must be set: list of nodes"),
        Wrong("username: {}", "page: [ { page: [ { username: {} } ] } ]", "nodes.name.nodes.0: page can't stand on a page"),
        Wrong("username: {}", "page: [ { innerTree: { tree: X } } ]", "nodes.name.nodes.0: innerTree can't stand on a page"),
        Wrong("username: {}", "page: [ { dataStoreDecision: {} } ]", "nodes.name.nodes.0: dataStoreDecision can't stand on a page"),
        Wrong("username: {}", "page: [ { message: {} }, { username: {} } ]", "nodes.name.nodes.0: message has several outcomes"),
        Wrong("username: {}", "page: [ { username: {}, next: word } ]", "nodes.name.nodes.0: a node on a page has no targets"),
    ]

    @Test("is said with its place", arguments: wrongs)
    func problem(_ wrong: Wrong) throws {
        let text = Journeys.twoSteps.replacing(wrong.from, with: wrong.to)
        #expect(text != Journeys.twoSteps)
        let error = try #require(throws: JourneyDefinitionError.self) { try JourneyDefinition(text: text) }
        #expect(error.problems.contains { $0.description.hasPrefix(wrong.problem) }, "\(error)")
    }

    @Test("is said all at once")
    func several() throws {
        let text = Journeys.twoSteps.replacing("limit: 3", with: "limit: 0").replacing("Reject: failure", with: "Reject: nowhere")
        let error = try #require(throws: JourneyDefinitionError.self) { try JourneyDefinition(text: text) }
        #expect(error.problems.count == 2)
    }
}
