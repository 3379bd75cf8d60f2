import JourneyMessages
import Primitives
import Testing

@Suite("Callbacks on the wire (docs/protocols/step-protocol.md 3.3 to 3.7)")
struct CallbackWireTests {
    @Test("a question is written as documented: names, order, types, initial values", arguments: WireExample.all)
    func written(_ example: WireExample) throws {
        #expect(Step.numbered([example.callback])[0].json.text == example.json.trimmed)
    }

    @Test("and read back as what it was", arguments: WireExample.all)
    func read(_ example: WireExample) throws {
        let callback = try Callback(json: try JSONValue(parsing: example.json))
        #expect(callback.kind == example.kind)
        #expect(callback.json.text == example.json.trimmed)
    }

    @Test("the inputs of the second callback are called IDToken2, in the same order", arguments: WireExample.all)
    func numbered(_ example: WireExample) {
        let second = Step.numbered([NameQuestion(prompt: "?").callback, example.callback], inPage: true)[1]
        #expect(second.input.map(\.name) == example.callback.input.map { "IDToken2" + $0.name })
        #expect(second.pageIndex == 1)
    }

    @Test("no output is null, on which some clients fail", arguments: WireExample.all)
    func noNull(_ example: WireExample) {
        #expect(!example.callback.output.contains { $0.value == JSONValue.null || $0.value == nil })
    }

    @Test("a known type whose outputs make no sense is unknown, and carried through", arguments: WireExample.all)
    func senseless(_ example: WireExample) throws {
        let empty = Callback(example.callback.type, output: [.init("x", 1)], input: example.callback.input)
        #expect(try Callback(json: empty.json) == empty)
        _ = empty.kind
    }

    @Test("policies as a list of ids, which old servers send")
    func oldPolicies() {
        let policies = AttributePolicies(json: ["required", "unique"])
        #expect(policies.policies.map(\.id) == ["required", "unique"])
    }

    @Test("a failed policy that is no JSON is left out")
    func foreignFailures() {
        var callback = ValidatedUsernameQuestion(prompt: "?").callback
        callback.output[1].value = ["nonsense", #"{"policyRequirement":"UNIQUE"}"#, 7]
        guard case .validatedUsername(let question) = callback.kind else { return #expect(Bool(false)) }
        #expect(question.check.failed == [FailedPolicy(.unique)])
    }

    @Test("what failed is said in words")
    func explanations() {
        #expect(FailedPolicy(.minimumLength, ["minLength": 8]).explanation == "must be at least 8 characters long")
        #expect(FailedPolicy(.minimumLength).explanation == "must be at least ? characters long")
        #expect(FailedPolicy(.unique).explanation == "is taken already")
        #expect(
            FailedPolicy(.cannotContainCharacters, ["forbiddenChars": ["/", "#"]]).explanation == "must not contain any of: / #")
        #expect(FailedPolicy("HOUSE_RULE").explanation == "breaks the rule HOUSE_RULE")
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
