import DialectTesting
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import Testing

@Suite("Policy: answers to another user's step")
struct OthersStepTests {
    /// Both are signed in to the same stage; one's answer is put into the other's step.
    @Test("what one user knows is no answer to another's step", arguments: Stage.proving)
    func another(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            let (theirs, own) = (try await harness.step(), try await harness.step(as: .eve))
            var answer = try stage.answer(to: own, as: .eve, harness)
            answer.isLink = false
            #expect(try await !harness.send(answer.request(for: theirs)).hasGained)
            #expect(try await harness.sessions() + harness.sessions(of: .eve) == 0)
        }
    }

    @Test("nor is what one user makes of another's step", arguments: Stage.proving.filter { $0.kind != "emailSuspend" })
    func madeForIt(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            _ = try await harness.step(as: .eve)
            let theirs = try await harness.step()
            #expect(try await !harness.send(harness.answered(theirs, as: .eve)).hasGained)
            #expect(try await harness.sessions() + harness.sessions(of: .eve) == 0)
        }
    }

    @Test("a link makes a session of the user whom it was sent to, whoever opens it")
    func link() async throws {
        try await StageHarness.with(try #require(Stage.all.first { $0.kind == "emailSuspend" })) { harness in
            let (theirs, own) = (try await harness.step(), try await harness.step(as: .eve))
            #expect(theirs["authId"]?.string != nil && own["authId"]?.string != nil)
            let gained = try await harness.send(harness.answered(own, as: .eve))
            #expect(try await harness.send(harness.passed(gained.json)).json["tokenId"] != nil)
            #expect(try await harness.sessions() == 0)
            #expect(try await harness.sessions(of: .eve) == 1)
        }
    }

    /// A step that a browser was shown belongs to it, also with the right answer: by that nobody finishes another's login, or has
    /// another finish theirs. (A link is for any device; a stage that only waits is left by time alone.)
    @Test("a browser's step can't be answered from elsewhere", arguments: Stage.all.filter { $0.kind != "emailSuspend" && $0.wait == 0 })
    func elsewhere(_ stage: Stage) async throws {
        try await StageHarness.with(stage) { harness in
            let shown = try await harness.step()
            let browser = Browser(harness.server)
            try await browser.open("/realms/alpha/login?journey=Stage")
            try await browser.submit(["IDToken1": StageUser.demo.name, "IDToken2": TestDomain.password])
            let step = try Self.step(of: browser, like: shown)
            let answered = try harness.answered(step)
            let reply = try await harness.send(answered)
            #expect(reply.status == .unauthorized && !reply.hasGained)
            let other = Browser(harness.server)
            try await other.open("/realms/alpha/login?journey=Stage")
            let csrf = try #require(other.page?.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.1)
            var form = ["state": step["authId"]?.string ?? "", "csrf": String(csrf)]
            for input in (answered.step?["callbacks"]?.array ?? []).flatMap({ $0["input"]?.array ?? [] }) {
                form[input["name"]?.string ?? ""] = input["value"]?.string ?? input["value"]?.text
            }
            #expect(try await !other.post("/realms/alpha/login" + answered.target, form).hasGained)
            #expect(try await harness.sessions() == 0)
        }
    }

    /// The step that a browser was shown, as a client of the API would have got it.
    private static func step(of browser: Browser, like step: JSONValue) throws -> JSONValue {
        let page = browser.page?.text ?? ""
        let away = browser.cookies["gatehouse_away"]?.split(separator: "~").first.map(String.init)
        let state = try #require(page.firstMatch(of: /name="state" value="([^"]*)"/).map { String($0.1) } ?? away)
        let shown = step.with("authId", .string(state))
        guard let url = page.firstMatch(of: /"(https:\/\/id\.example\.com[^"]*)"/)?.1.replacing("&amp;", with: "&") else { return shown }
        return shown.changingCallbacks { callbacks in
            callbacks.map { callback in
                callback.with(
                    "output",
                    .array(
                        (callback["output"]?.array ?? []).map { output in
                            output["name"] == "redirectUrl" ? output.with("value", .string(String(url))) : output
                        }))
            }
        }
    }
}
