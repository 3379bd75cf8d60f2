import Synchronization
import Testing
import WorkerTesting
import Workers

@Suite("Turns of a pool of workers")
struct TurnTests {
    private static let allowance = WorkerAllowance(processor: .seconds(60), silence: .seconds(60))

    /// A pool of one worker that does nothing, with its places as they are set.
    private static func pool(_ record: Record, _ change: (inout WorkerPool.Configuration) -> Void = { _ in }) -> WorkerPool {
        var configuration = WorkerPool.Configuration(program: record.program.path)
        configuration.processes = 1
        configuration.patience = .seconds(600)
        change(&configuration)
        return WorkerPool(configuration)
    }

    /// The order in which work was done, a piece of work that the others wait behind, and the worker's program, which is gone with it.
    private final class Record: Sendable {
        let program: ShellProgram
        private let names = Mutex<[String]>([])
        private let refusals = Mutex(0)
        private let (open, gate) = AsyncStream.makeStream(of: Void.self)

        init() throws { program = try ShellProgram("cat >/dev/null") }

        var order: [String] { names.withLock { $0 } }

        var refused: Int { refusals.withLock { $0 } }

        func refuse() { refusals.withLock { $0 += 1 } }
        func add(_ name: String) { names.withLock { $0.append(name) } }
        func wait() async { for await _ in open {} }
        func release() { gate.finish() }
    }

    private static func work(_ pool: WorkerPool, _ turn: WorkerTurn, _ record: Record, waits: Bool = false) async throws(WorkerError) {
        try await pool.run(for: turn, allowance) { _ throws(WorkerError) in
            record.add("\(turn.group).\(turn.party)")
            if waits { await record.wait() }
            return WorkerOutcome(())
        }
    }

    /// Hands work in behind one piece of it, in this order, and gives the outcomes once it was let go.
    private static func outcomes(_ pool: WorkerPool, _ record: Record, _ turns: [WorkerTurn]) async -> [WorkerError.Code?] {
        let first = Task { try await work(pool, WorkerTurn("first"), record, waits: true) }
        while record.order.isEmpty { await Task.yield() }
        var tasks: [Task<WorkerError.Code?, Never>] = []
        for turn in turns {
            tasks.append(
                Task {
                    do throws(WorkerError) { try await work(pool, turn, record) } catch {
                        record.refuse()
                        return error.code
                    }
                    return nil
                })
            while await pool.waiting + record.refused < tasks.count { await Task.yield() }
        }
        record.release()
        var codes: [WorkerError.Code?] = []
        for task in tasks { codes.append(await task.value) }
        _ = await first.result
        await pool.close()
        return codes
    }

    @Test("realms take turns, and in a realm its networks, however many pieces of work one has handed in")
    func order() async throws {
        let record = try Record()
        let (crowd, neighbour, other) = (WorkerTurn("a", "1"), WorkerTurn("a", "2"), WorkerTurn("b", "1"))
        let codes = await Self.outcomes(
            Self.pool(record), record, Array(repeating: crowd, count: 4) + [neighbour, other])
        #expect(codes.allSatisfy { $0 == nil })
        #expect(record.order == ["first.", "a.1", "b.1", "a.2", "a.1", "a.1", "a.1"])
    }

    @Test("fifty at once: each is done or refused, no network has more than its places, and one with fewer displaces one with more")
    func places() async throws {
        let record = try Record()
        let pool = Self.pool(record) {
            $0.waiting = 20
            $0.waitingForOne = 8
        }
        let crowds = (0..<45).map { WorkerTurn("a", "\($0 % 3)") }
        let codes = await Self.outcomes(pool, record, crowds + (0..<5).map { WorkerTurn("b", "\($0)") })
        #expect(codes.suffix(5).allSatisfy { $0 == nil }, "a realm with one piece of work for each network was refused")
        #expect(codes.filter { $0 == nil }.count == 20 && codes.filter { $0 == .overloaded }.count == 30)
        for party in 0..<3 { #expect(record.order.filter { $0 == "a.\(party)" }.count <= 8) }
    }

    @Test("when a pool is closed, what waits is refused, and nothing is done any more")
    func closed() async throws {
        let record = try Record()
        let pool = Self.pool(record)
        let first = Task { try await Self.work(pool, WorkerTurn("first"), record, waits: true) }
        while record.order.isEmpty { await Task.yield() }
        let waiting = Task { try await Self.work(pool, WorkerTurn("a"), record) }
        while await pool.waiting == 0 { await Task.yield() }
        await pool.close()
        await #expect(throws: WorkerError(.unavailable, "")) { try await waiting.value }
        await #expect(throws: WorkerError(.unavailable, "")) { try await Self.work(pool, WorkerTurn("a"), record) }
        record.release()
        _ = await first.result
        #expect(record.order == ["first."])
    }
}
