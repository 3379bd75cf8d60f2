import Dispatch
import Foundation
import Simulation
import Synchronization

/// The server's whole front, from the head of a request to its answer: no input takes longer than the budget, and none is answered with an
/// error of ours. The seeds are made from the table of routes (`FUZZ_SEEDS` names the folder), and at the end stands each route's slowest input.
private let front = Front()

private final class Front: Sendable {
    private struct State {
        var world: FrontWorld?
        var sent = 0
    }

    private let state = Mutex(State())
    private let times = FrontTimes()
    /// Milliseconds of the processor's time. The sanitizers make everything several times slower.
    private let budget = Duration.milliseconds(Int(ProcessInfo.processInfo.environment["FUZZ_BUDGET"] ?? "") ?? 1000)

    func writeSeeds(to folder: String) {
        let seeds = FrontSeeds(world().table)
        let hostile = Self.hostileTexts.flatMap(seeds.hostile)
        for (index, seed) in (seeds.all + hostile).enumerated() {
            try? Data(seed.bytes).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
        }
    }

    /// The texts that `scripts/fuzz` has written down, the longest that an input has room for.
    private static var hostileTexts: [[UInt8]] {
        let table = ProcessInfo.processInfo.environment["FUZZ_HOSTILE"].flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
        let rows = String(decoding: table, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return rows.map { row in
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
            let units = fields[2].split(separator: ",").map(bytes)
            return bytes(fields[1]) + units.flatMap { Array(repeatElement($0, count: 2000 / units.count / $0.count).joined()) }
                + bytes(fields[3])
        }
    }

    private static func bytes(_ hexadecimal: Substring) -> [UInt8] {
        let digits = hexadecimal.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    func send(_ input: FrontInput) {
        let world = world()
        var answer = wait { try await world.send(input) }
        // A machine with other work may be slow once.
        if answer.time > budget { answer = wait { try await world.send(input) } }
        times.note(answer, to: input)
        precondition(answer.time <= budget, "\(answer.route) took \(answer.time)")
        precondition(answer.status != 500, "\(answer.route) is answered with an error of ours")
    }

    /// The changes to a world add up, so that it is made again now and then.
    private func world() -> FrontWorld {
        let known = state.withLock { state -> FrontWorld? in
            state.sent += 1
            return state.sent.isMultiple(of: 5000) ? nil : state.world
        }
        if let known { return known }
        let made = wait { try await FrontWorld.make() }
        state.withLock { $0.world = made }
        return made
    }

    private func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Value {
        let (outcome, done) = (Outcome<Value>(), DispatchSemaphore(value: 0))
        Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        switch outcome.result.withLock({ $0 }) {
        case .success(let value)?: return value
        case .failure(let error)?: fatalError("the front threw \(error)")
        case nil: fatalError("the front was signalled before it had answered")
        }
    }

    var table: String { times.table }
}

private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
}

@_cdecl("LLVMFuzzerInitialize")
public func fuzzFrontInitialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    if let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] { front.writeSeeds(to: folder) }
    atexit { FileHandle.standardError.write(Data("\n\(front.table)\n".utf8)) }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFront(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    front.send(FrontInput(parsing: Array(UnsafeBufferPointer(start: start, count: count))))
    return 0
}
