@testable import JourneyForms
import JourneyMessages
import Primitives
import Testing

@MainActor
@Suite("A journey behind a user interface")
struct JourneyRunTests {
    /// A server that hands out steps in order, and then the words that it was sent.
    @MainActor
    private final class Script {
        private var steps: [Step]
        private(set) var sent: [Step] = []
        var failure: (any Error)?

        init(_ steps: [[Callback]]) { self.steps = steps.map { Step(authID: "state", callbacks: Step.numbered($0)) } }

        func next() throws -> JourneyTurn<Int> {
            if let failure { throw failure }
            guard !steps.isEmpty else { return .success(sent.count) }
            return .step(steps.removeFirst()) { [self] step in
                sent.append(step)
                return try next()
            }
        }

        func answers(_ index: Int) -> [JSONValue?] { sent[index].callbacks.map { $0.input.first?.value } }
    }

    /// A pause that lasts until it is let go.
    @MainActor
    private final class Pause {
        private(set) var asked: [Duration] = []
        private var waiting: CheckedContinuation<Void, Never>?

        func wait(_ time: Duration) async throws {
            asked.append(time)
            await withCheckedContinuation { waiting = $0 }
        }

        func letGo() {
            waiting?.resume()
            waiting = nil
        }
    }

    private struct Refused: Error {}

    private static let name = NameQuestion(prompt: "Name").callback
    private static let profile = DeviceProfileQuestion(metadata: true, location: false, message: "").callback
    private static let exit = ConfirmationQuestion(options: ["Exit"]).callback

    @Test("forms come one after the other, until the end")
    func steps() async throws {
        let script = Script([[Self.name], [Self.name]])
        let run = JourneyRun(start: { try script.next() })
        await run.begin()
        run.form?.fields[0].text = "ada"
        await run.send()
        #expect(run.form?.fields[0].text.isEmpty == true && !run.isWorking && !run.hasEnded)
        await run.send()
        #expect(try run.end?.get() == 2)
        #expect(run.form == nil)
        #expect(script.answers(0) == ["ada"])
    }

    @Test("an entry that can't be sent stays in the form")
    func incomplete() async {
        let script = Script([[AttributeQuestion<Double>("age", prompt: "Age", isRequired: true).callback]])
        let run = JourneyRun(start: { try script.next() })
        await run.begin()
        var changes = 0
        run.changed = { changes += 1 }
        await run.send()
        #expect(script.sent.isEmpty && run.form?.fields[0].problems == ["Age is required"] && changes == 1)
    }

    @Test("the device answers as the step is shown; a step of the device's alone is sent at once")
    func deviceWork() async {
        let script = Script([[Self.profile], [Self.name, Self.profile]])
        let run = JourneyRun<Int> { step, work in
            for index in work { step.callbacks[index].input[0].value = "profile" }
        } start: {
            try script.next()
        }
        await run.begin()
        #expect(script.sent.count == 1 && script.answers(0) == ["profile"])
        run.form?.fields[0].text = "ada"
        await run.send()
        #expect(script.answers(1) == ["ada", "profile"])
    }

    @Test("what the device can't do ends the run")
    func unable() async {
        let script = Script([[Self.profile]])
        let run = JourneyRun<Int> { _, _ in
            throw Refused()
        } start: {
            try script.next()
        }
        await run.begin()
        #expect(throws: Refused.self) { try run.end?.get() }
        #expect(script.sent.isEmpty)
    }

    @Test("a wait ends by itself, or by a button beside it", arguments: [true, false])
    func waits(_ presses: Bool) async throws {
        let script = Script([[PollingWait(milliseconds: 2000, message: "").callback, Self.exit]])
        let pause = Pause()
        let run = JourneyRun<Int>(device: { _, _ in }, pause: pause.wait) { try script.next() }
        await run.begin()
        let waiting = try #require(run.waiting)
        while pause.asked.isEmpty { await Task.yield() }
        #expect(pause.asked == [.seconds(2)] && script.sent.isEmpty)
        if presses { await run.press(0, of: 1) }
        pause.letGo()
        await waiting.value
        #expect(script.sent.count == 1 && run.hasEnded)
        #expect(script.answers(0)[1] == (presses ? 0 : .integer(Int64(ConfirmationQuestion.nothingPressed))))
    }

    @Test("a suspended journey isn't sent")
    func suspended() async {
        let script = Script([[TextStatement("We have sent a link").suspendedCallback]])
        let run = JourneyRun(start: { try script.next() })
        await run.begin()
        await run.send()
        #expect(script.sent.isEmpty && run.form?.ending == .suspended)
    }

    @Test("who gives up gets that as the end; an answer that comes later changes nothing")
    func cancelled() async {
        let script = Script([[Self.name]])
        let user = User()
        let run = JourneyRun<Int>(start: {
            user.run?.cancel(with: Refused())
            return try script.next()
        })
        user.run = run
        await run.begin()
        #expect(throws: Refused.self) { try run.end?.get() }
        #expect(run.form == nil && !run.isWorking)
    }

    /// A user who holds the run.
    @MainActor
    private final class User {
        weak var run: JourneyRun<Int>?
    }

    @Test("after an error the journey can be begun again")
    func again() async {
        let script = Script([[Self.name]])
        script.failure = Refused()
        let run = JourneyRun(start: { try script.next() })
        await run.begin()
        #expect(throws: Refused.self) { try run.end?.get() }
        script.failure = nil
        await run.begin()
        #expect(!run.hasEnded && run.form?.fields.count == 1)
    }
}
