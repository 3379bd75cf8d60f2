import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

/// The checklist of `docs/protocols/step-protocol.md` 0, where it is about steps.
@Suite("Step protocol: what clients get wrong or rely on")
struct StepCompatibilityTests {
    private static let right = [TestDomain.username, TestDomain.password]

    @Test("checklist 1: inputs are IDTokenN by position in the step")
    func inputNames() async throws {
        let step = try await ServerHarness().start()
        let names = step["callbacks"]?.array?.map { $0["input"]?.array?.first?["name"]?.string }
        #expect(names == ["IDToken1", "IDToken2"])
    }

    @Test("callbacks that ask nothing have no member input, since apps read the first element of whatever is there (3.2)")
    func absentInput() async throws {
        let server = try await ServerHarness()
        for (journey, index) in [("Message", 0), ("Wait", 0)] {
            let callback = try #require(try await server.start(journey)["callbacks"]?.array?[index])
            #expect(callback["output"] != nil && callback["input"] == nil, "\(callback)")
        }
    }

    @Test("checklist 3: callbacks and inputs may come in another order")
    func reordered() async throws {
        let server = try await ServerHarness()
        let answered = try await server.start().answering(Self.right).changingCallbacks { $0.reversed() }
        #expect(try await server.authenticate(answered).json["tokenId"]?.string != nil)
    }

    @Test("checklist 3: inputs that nobody set may be left out; the login just fails")
    func omitted() async throws {
        let server = try await ServerHarness()
        let step = try await server.start("sdkUsernamePasswordJourney")
        let nameOnly = step.answering(Self.right).changingCallbacks { Array($0.prefix(1)) }
        let answer = try await server.authenticate(nameOnly)
        #expect(answer.json["tokenId"] == nil)
    }

    @Test("checklist 4: a statement need not be echoed, nor outputs")
    func notEchoed() async throws {
        let server = try await ServerHarness()
        let notice = try await server.start("Message")
        #expect(notice["callbacks"]?.array?.first?["type"] == "TextOutputCallback")
        let pressed = notice.changingCallbacks { callbacks in
            callbacks.dropFirst().map { $0.with("output", nil).with("_id", nil).with("input", [["name": "IDToken2", "value": 0]]) }
        }
        let credentials = try await server.authenticate(pressed).json
        #expect(try await server.authenticate(credentials.answering(Self.right)).json["tokenId"]?.string != nil)
    }

    @Test("checklist 5: unknown members of the step are ignored")
    func unknownMembers() async throws {
        let server = try await ServerHarness()
        let answered = try await server.start().answering(Self.right)
            .with("status", 200).with("ok", true).with("header", "h").with("description", "d").with("stage", "s").with("template", "")
        #expect(try await server.authenticate(answered).json["tokenId"]?.string != nil)
    }

    @Test("checklist 6: message types and waiting times are texts, choices' numbers are numbers")
    func types() async throws {
        let server = try await ServerHarness()
        func output(_ journey: String, _ index: Int, _ name: String) async throws -> JSONValue? {
            let callback = try await server.start(journey)["callbacks"]?.array?[index]
            return callback?["output"]?.array?.first { $0["name"]?.string == name }?["value"]
        }
        #expect(try await output("Message", 0, "messageType") == "0")
        #expect(try await output("Message", 1, "messageType") == 0)
        #expect(try await output("Message", 1, "optionType") == -1)
        #expect(try await output("Message", 1, "defaultOption")?.integer != nil)
        #expect(try await output("Choice", 0, "defaultChoice") == 0)
        #expect(try await output("Wait", 0, "waitTime")?.string != nil)
        #expect(try await output("Wait", 0, "message")?.string?.isEmpty == false)
    }

    @Test("checklist 7: a choice is answered by a number or by its text", arguments: [0, "0"] as [JSONValue])
    func choice(answer: JSONValue) async throws {
        let server = try await ServerHarness()
        let credentials = try await server.authenticate(try await server.start("Choice").answering([answer])).json
        #expect(credentials["callbacks"]?.array?.count == 2)
    }

    @Test("checklist 8: no callback that clients don't know", arguments: ["Login", "Choice", "Message", "Wait"])
    func knownCallbacks(journey: String) async throws {
        let known: Set = [
            "NameCallback", "PasswordCallback", "TextInputCallback", "TextOutputCallback", "ChoiceCallback", "ConfirmationCallback",
            "HiddenValueCallback", "PollingWaitCallback", "MetadataCallback",
        ]
        let types = try await ServerHarness().start(journey)["callbacks"]?.array?.compactMap { $0["type"]?.string } ?? []
        #expect(!types.isEmpty && known.isSuperset(of: types))
    }

    @Test("checklist 12: step, success and failure are application/json")
    func contentType() async throws {
        let server = try await ServerHarness()
        let step = try await server.authenticate()
        let failure = try await server.authenticate(
            try await server.start("sdkUsernamePasswordJourney").answering([TestDomain.username, "wrong"]))
        let success = try await server.signIn()
        for answer in [step, failure, success] { #expect(answer.headers[.contentType] == "application/json") }
    }

    @Test("checklist 20: a 401 has code, reason and message")
    func failureMembers() async throws {
        let server = try await ServerHarness()
        let json = try await server.authenticate(["authId": "x"]).json
        #expect(json["code"] == 401 && json["reason"]?.string != nil && json["message"]?.string != nil)
    }

    @Test("checklist 21: nothing of the protocol is a redirect")
    func noRedirect() async throws {
        let server = try await ServerHarness()
        for answer in [try await server.authenticate(), try await server.signIn(), try await server.authenticate(["authId": "x"])] {
            #expect(answer.status.kind != .redirection)
        }
    }

    @Test("checklist 22: success has no authId, but tokenId, successUrl and realm; steps the other way round")
    func consistent() async throws {
        let server = try await ServerHarness()
        let step = try await server.authenticate().json
        #expect(step["authId"] != nil && step["successUrl"] == nil && step["tokenId"] == nil)
        let success = try await server.signIn().json
        #expect(success["authId"] == nil && success["successUrl"] != nil && success["tokenId"] != nil && success["realm"] != nil)
    }

    @Test("an answer sent several times at once is taken once, and all are told what came of it")
    func parallel() async throws {
        let server = try await ServerHarness()
        let answered = try await server.start().answering(Self.right)
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 { group.addTask { try await server.authenticate(answered).json["tokenId"]?.string } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.count == 8 && Set(tokens).count == 1 && tokens[0] != nil)
        server.time.advance(by: 10)
        #expect(try await server.authenticate(answered).status == .unauthorized)
    }
}
