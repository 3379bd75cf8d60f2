import JourneyMessages
import Primitives
import Testing

@Suite("Step (docs/protocols/step-protocol.md 2.2, 2.3)")
struct StepTests {
    @Test("a step comes back from its JSON as it was")
    func roundTrip() throws {
        let step = Step(
            authID: "state", stage: "SignIn", header: "Welcome", description: "Enter",
            callbacks: Step.numbered(
                [NameQuestion(prompt: "User Name").callback, PasswordQuestion(prompt: "Password").callback], inPage: true))
        #expect(try Step(json: try JSONValue(parsing: step.json.encoded)) == step)
    }

    @Test("inputs are numbered by position and keep their suffixes (checklist 1)")
    func numbering() {
        let twoInputs = Callback("IdPCallback", input: [.init("token", ""), .init("token_type", "")])
        let numbered = Step.numbered([NameQuestion(prompt: "?").callback, twoInputs])
        #expect(numbered[0].input.map(\.name) == ["IDToken1"])
        #expect(numbered[1].input.map(\.name) == ["IDToken2token", "IDToken2token_type"])
        #expect(numbered.allSatisfy { $0.pageIndex == nil })
    }

    @Test("the page index stands only inside a page")
    func pageIndex() {
        let inPage = Step.numbered([NameQuestion(prompt: "?").callback, NameQuestion(prompt: "!").callback], inPage: true)
        #expect(inPage.map(\.pageIndex) == [0, 1])
    }

    @Test("unknown members are ignored, unknown callbacks carried through (checklist 5)")
    func unknown() throws {
        let text = """
            {"authId":"s","status":200,"ok":true,"callbacks":[{"type":"FutureCallback","output":[{"name":"x","value":{"a":[1,null]}}],"input":[{"name":"IDToken1","value":7}]}]}
            """
        let step = try Step(json: try JSONValue(parsing: text))
        #expect(step.callbacks[0].kind == .unknown)
        #expect(step.callbacks[0].json == (try JSONValue(parsing: text))["callbacks"]?.array?[0])
    }

    @Test(
        "what is not a step is refused",
        arguments: [
            "[]", "{}", #"{"authId":1}"#, #"{"authId":"s","callbacks":[1]}"#, #"{"authId":"s","callbacks":[{}]}"#,
            #"{"authId":"s","callbacks":[{"type":"N","input":{}}]}"#, #"{"authId":"s","callbacks":[{"type":"N","input":[{}]}]}"#,
        ])
    func refused(_ text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: JourneyMessageError(.malformed, "")) { try Step(json: json) }
    }

    @Test("more callbacks than a step may have are refused")
    func tooMany() {
        let step = Step(authID: "s", callbacks: Array(repeating: NameQuestion(prompt: "?").callback, count: 65))
        #expect(throws: JourneyMessageError(.tooLarge, "")) { try Step(json: step.json) }
    }
}

@Suite("Answers (checklist 1, 3, 4, 7)")
struct AnswersTests {
    private func answers(_ callbacks: String) throws -> Answers {
        Answers(try Step(json: try JSONValue(parsing: #"{"authId":"s","callbacks":\#(callbacks)}"#)))
    }

    @Test("inputs may come in any order")
    func reordered() throws {
        let answers = try answers(
            #"[{"type":"A","input":[{"name":"IDToken2validateOnly","value":true},{"name":"IDToken2","value":"b"}]},{"type":"B","input":[{"name":"IDToken1","value":"a"}]}]"#
        )
        #expect(answers[0] == "a")
        #expect(answers[1] == "b")
        #expect(answers[1, "validateOnly"] == true)
    }

    @Test("a missing callback, input, value, and null are unanswered")
    func missing() throws {
        let answers = try answers(#"[{"type":"A"},{"type":"B","input":[{"name":"IDToken3"},{"name":"IDToken4","value":null}]}]"#)
        #expect(answers.isEmpty)
    }

    @Test(
        "names that are no inputs of a step are ignored",
        arguments: ["IDToken0", "IDToken", "IDToken99999999999999999999", "idtoken1", "IDToken65"])
    func foreign(_ name: String) throws {
        #expect(try answers(#"[{"type":"A","input":[{"name":"\#(name)","value":"x"}]}]"#).isEmpty)
    }

    @Test("an index is taken as number and as numeric string", arguments: [JSONValue.integer(2), .string("2"), .number(2)])
    func index(_ value: JSONValue) { #expect(Callback.index(value) == 2) }
}

@Suite("Callbacks (docs/protocols/step-protocol.md 3.2)")
struct CallbackTests {
    @Test("types that clients read strictly have the documented JSON types (checklist 6)")
    func types() {
        #expect(TextStatement("m", .warning).callback.output("messageType") == "1")
        #expect(PollingWait(milliseconds: 8000, message: "m").callback.output("waitTime") == "8000")
        let confirmation = ConfirmationQuestion(options: ["Yes", "No"], defaultOption: 1).callback
        #expect(confirmation.output("messageType") == 0)
        #expect(confirmation.output("optionType") == -1)
        #expect(confirmation.output("defaultOption") == 1)
        #expect(ChoiceQuestion(prompt: "?", choices: ["a", "b"], defaultChoice: 1).callback.output("defaultChoice") == 1)
    }

    @Test("each kind is read back from its wire form")
    func kinds() {
        #expect(NameQuestion(prompt: "n").callback.kind == .name(NameQuestion(prompt: "n")))
        #expect(PasswordQuestion(prompt: "p").callback.kind == .password(PasswordQuestion(prompt: "p")))
        let choice = ChoiceQuestion(prompt: "c", choices: ["a", "b"], defaultChoice: 1)
        #expect(choice.callback.kind == .choice(choice))
        let confirmation = ConfirmationQuestion(prompt: "c", options: ["a", "b"], defaultOption: 0, severity: .error)
        #expect(confirmation.callback.kind == .confirmation(confirmation))
        let hidden = HiddenValue(id: "clientError", value: "v")
        #expect(hidden.callback.kind == .hiddenValue(hidden))
        #expect(hidden.callback.input[0].value == "clientError")
        let wait = PollingWait(milliseconds: 10, message: "w")
        #expect(wait.callback.kind == .pollingWait(wait))
        #expect(Callback.metadata(["stage": "x"]).kind == .metadata(["stage": "x"]))
        let text = TextQuestion(prompt: "t", defaultText: "d")
        #expect(text.callback.kind == .textInput(text))
    }

    @Test("choosing checks the option")
    func choosing() throws {
        var step = Step(authID: "s", callbacks: Step.numbered([ChoiceQuestion(prompt: "?", choices: ["a", "b"]).callback]))
        try step.choose(1, at: 0)
        #expect(Answers(step)[0] == 1)
        #expect(throws: JourneyMessageError(.noSuchChoice, "")) { try step.choose(2, at: 0) }
    }
}

@Suite("Outcomes of a journey (docs/protocols/step-protocol.md 2.4, 2.5, 5.1)")
struct OutcomeTests {
    @Test("success and step are told apart by authId (checklist 22)")
    func classification() throws {
        let success = JourneySuccess(tokenID: "t", successURL: "/am/console", realm: "/alpha", details: ["a": 1])
        #expect(try JourneyResponse(json: success.json) == .success(success))
        let step = Step(authID: "s", callbacks: [])
        #expect(try JourneyResponse(json: step.json) == .step(step))
    }

    @Test("timeouts and expired suspensions are recognised (checklist 20)")
    func failures() {
        #expect(JourneyFailure(code: 401, reason: "Unauthorized", message: "m", detail: ["errorCode": "110"]).isTimeout)
        let expired = JourneyFailure(code: 401, reason: "Unauthorized", message: JourneyFailure.suspendedException + ": No result found")
        #expect(expired.isSuspensionExpired && !expired.isTimeout)
        #expect(JourneyFailure(json: expired.json) == expired)
    }

    @Test("a session info comes back from its JSON")
    func sessionInfo() throws {
        let time = ManualTime().now
        let info = SessionInfo(
            username: "demo", universalID: "id=demo", realm: "/alpha", latestAccess: time, maxIdleExpiration: time,
            maxSessionExpiration: time, properties: ["AMCtxId": "b1"])
        #expect(info.json["latestAccessTime"] == "2026-01-01T00:00:00Z")
        #expect(try SessionInfo(json: info.json) == info)
    }
}
