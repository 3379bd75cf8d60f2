import ClientTesting
import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import Primitives
import Synchronization
import Testing

@Suite("Journeys")
struct JourneyTests {
    private let server = ServerAddress("https://am.example.com/am", realm: "alpha")
    private let store = InMemoryStore()

    /// A transport that gives these answers one after another.
    private func transport(_ answers: HTTPResponse...) -> ScriptedTransport {
        let rest = Queue(answers)
        return ScriptedTransport { _ throws(TransportError) in try rest.next() }
    }

    private func journey(_ transport: ScriptedTransport) -> Journey { Journey(at: server, transport: transport, store: store) }

    @Test("a journey runs to its session")
    func runs() async throws {
        let transport = transport(Wire.credentials, Wire.success())
        let session = try await journey(transport).run("Login") { step in
            step.answer(.name, with: "demo")
            step.answer(.password, with: Secret("Ch4ng3it!"))
        }
        #expect(session == Session(token: Secret("session-1"), successURL: "/am/console", realm: "/alpha"))
        let answered = try Step(json: transport.requests[1].json)
        #expect(answered.authID == "one")
        #expect(answered.callbacks.map { $0.input.first?.value } == ["demo", "Ch4ng3it!"])
    }

    @Test("start and next carry the documented headers, query and body")
    func wire() async throws {
        let transport = transport(Wire.credentials, Wire.success())
        let journey = journey(transport)
        guard case .step(let step) = try await journey.start("Login", options: [.noSession, .forceAuth]) else {
            Issue.record("no step")
            return
        }
        _ = try await journey.next(step, in: "Login")
        let (start, next) = (transport.requests[0], transport.requests[1])
        #expect(start.url.path() == "/am/json/realms/root/realms/alpha/authenticate")
        #expect(start.query == ["authIndexType": "service", "authIndexValue": "Login", "noSession": "true", "ForceAuth": "true"])
        #expect(start.json == [:])
        #expect(next.url.query() == nil)
        for request in [start, next] {
            #expect(request.method == .post)
            #expect(request.headers["Content-Type"] == "application/json")
            #expect(request.headers["Accept-API-Version"] == "resource=2.1, protocol=1.0")
            #expect(request.headers["x-requested-with"] == "forgerock-sdk")
            #expect(request.headers["x-requested-platform"] != nil)
        }
    }

    @Test("an advice is started by its XML")
    func advice() async throws {
        let transport = transport(Wire.credentials)
        _ = try await journey(transport).start(advice: "<Advices/>")
        #expect(transport.requests[0].query == ["authIndexType": "composite_advice", "authIndexValue": "<Advices/>"])
    }

    @Test("interceptors are told action, journey and type")
    func actions() async throws {
        let seen = Mutex<[RequestAction]>([])
        let watcher = Intercept { _, action in seen.withLock { $0.append(action) } }
        let device = Device(transport: transport(Wire.credentials, Wire.success()), interceptors: [watcher])
        _ = try await Journey(at: server, on: device).run("Login") { _ in }
        #expect(seen.withLock { $0 } == [.startAuthenticate("Login"), .authenticate("Login")])
    }

    @Test("callbacks that are unknown or left alone go back as they came")
    func untouched() async throws {
        let foreign = Callback("NewCallback", output: [.init("x", ["y": 1])], input: [.init("", "initial")])
        let sent = Wire.step("one", foreign, ChoiceQuestion(prompt: "Which?", choices: ["a", "b"], defaultChoice: 1).callback)
        let transport = transport(sent, Wire.success())
        _ = try await journey(transport).run("Login") { _ in }
        #expect(transport.requests[1].json == (try sent.json()))
    }

    @Test("failures are told apart")
    func failures() async throws {
        let cases: [(HTTPResponse, JourneyError.Code)] = [
            (Wire.failure(detail: ["failureUrl": ""]), .failed), (Wire.failure(detail: ["errorCode": "110"]), .timedOut),
            (Wire.failure(401, "\(JourneyFailure.suspendedException): No result found"), .suspensionExpired),
            (Wire.failure(400, "No Configuration found"), .failed), (HTTPResponse(status: 500), .unexpectedAnswer),
            (.redirect("https://elsewhere.example/"), .unexpectedAnswer), (HTTPResponse(status: 200), .unexpectedAnswer),
            (HTTPResponse(status: 200, body: Array("<html>".utf8)), .unexpectedAnswer), (.json([]), .unexpectedAnswer),
            (.json(["authId": 1]), .unexpectedAnswer),
        ]
        for (answer, code) in cases {
            await #expect(throws: JourneyError(code, ""), "\(answer.status)") {
                try await journey(transport(answer)).start("Login")
            }
        }
    }

    @Test("a failure brings what the server said")
    func failureDetails() async throws {
        let error = await #expect(throws: JourneyError.self) {
            try await journey(transport(Wire.failure(detail: ["failureUrl": "/sorry"]))).start("Login")
        }
        #expect(error?.failure?.code == 401)
        #expect(error?.failure?.reason == "Unauthorized")
        #expect(error?.failure?.message == "Login failure")
        #expect(error?.failure?.detail?["failureUrl"] == "/sorry")
    }

    @Test("no network is an error of the transport")
    func offline() async {
        let down = ScriptedTransport { _ throws(TransportError) in throw TransportError(.cannotConnect, "down") }
        let error = await #expect(throws: JourneyError(.transport, "")) { try await journey(down).start("Login") }
        #expect(error?.underlying as? TransportError == TransportError(.cannotConnect, ""))
    }

    @Test("a journey that never ends is given up")
    func endless() async {
        let forever = ScriptedTransport { _ throws(TransportError) in Wire.credentials }
        await #expect(throws: JourneyError(.tooManySteps, "")) { try await journey(forever).run("Login") { _ in } }
        #expect(forever.requests.count == 201)
    }

    @Test("what the answering closure throws ends the journey")
    func givenUp() async {
        struct Enough: Error {}
        let transport = transport(Wire.credentials)
        await #expect(throws: Enough.self) { try await journey(transport).run("Login") { _ in throw Enough() } }
        #expect(transport.requests.count == 1)
    }
}

/// Answers one after another; more than there are is an error.
final class Queue: Sendable {
    private let rest: Mutex<[HTTPResponse]>

    init(_ answers: [HTTPResponse]) { rest = Mutex(answers) }

    func next() throws(TransportError) -> HTTPResponse {
        let answer = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw TransportError(.interrupted, "no more answers") }
        return answer
    }
}
