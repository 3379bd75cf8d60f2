import ClientTesting
import DeviceFoundation
import JourneyMessages
import Journeys
import Primitives
import Synchronization
import Testing

@Suite("Polling wait")
struct PollingWaitTests {
    private final class Pauses: Sendable {
        let taken = Mutex<[Duration]>([])
    }

    private let pauses = Pauses()

    private func run(_ callbacks: Callback..., answering: (inout Step) -> Void = { _ in }) async throws -> [Duration] {
        pauses.taken.withLock { $0 = [] }
        let answers = Queue([.json(Step(authID: "one", callbacks: Step.numbered(callbacks)).json), Wire.success()])
        let device = Device(transport: ScriptedTransport { _ throws(TransportError) in try answers.next() })
        let journey = Journey(at: ServerAddress("https://am.example.com/am"), on: device) { [pauses] pause in
            pauses.taken.withLock { $0.append(pause) }
        }
        _ = try await journey.run("Login") { answering(&$0) }
        return pauses.taken.withLock { $0 }
    }

    private let wait = PollingWait(milliseconds: 8000, message: "Hold on").callback
    private let exit = ConfirmationQuestion(options: ["Exit"]).callback

    @Test("waits as long as the server asks")
    func waits() async throws { #expect(try await run(wait) == [.seconds(8)]) }

    @Test("waits five minutes at most")
    func bounded() async throws {
        #expect(try await run(PollingWait(milliseconds: .max, message: "").callback) == [.seconds(300)])
    }

    @Test("does not wait without being asked")
    func nothing() async throws { #expect(try await run(exit) == []) }

    @Test("a pressed exit button ends the wait, an untouched one does not")
    func exits() async throws {
        #expect(try await run(wait, exit) == [.seconds(8)])
        #expect(try await run(wait, exit) { $0.answer(1, with: 0) } == [])
    }
}
