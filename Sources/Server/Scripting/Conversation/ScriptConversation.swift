import Primitives
import ScriptMessages
import WorkerMessages
import Workers

/// An order to a process, with what the script asks meanwhile and the answers that it gets.
struct ScriptConversation: Sendable {
    private let order: [UInt8]
    private let limits: ScriptLimits
    private let host: any ScriptHost

    /// - Throws: ``ScriptError`` `.result` for an order that is too long.
    init(_ order: ScriptOrder, _ limits: ScriptLimits, _ host: any ScriptHost) throws(ScriptError) {
        do { self.order = try Self.frame(order) } catch {
            throw ScriptError(.result, "what the script is to see is too long: \(error)")
        }
        self.limits = limits
        self.host = host
    }

    /// Has the order carried out.
    ///
    /// - Throws: ``WorkerError`` `.crashed`, after which the process is of no use.
    func hold(on line: inout WorkerLine) async throws(WorkerError) -> WorkerOutcome<Result<ScriptResult, ScriptError>> {
        var allowance = ScriptAllowance(limits)
        line.send(order)
        while true {
            switch try await report(&line) {
            case .call(let call):
                guard allowance.mayCall() else { throw WorkerError(.crashed, "the script's process asks for too much") }
                line.send(try Self.frame(await host.answer(call)))
            case .log(let text): if allowance.mayLog() { host.log(text) }
            case .finished(let result): return WorkerOutcome(.success(result), mebibytes: result.mebibytes)
            case .failed(let failure): return WorkerOutcome(.failure(ScriptError(failure)), isSuspect: failure.code == .time)
            }
        }
    }

    private func report(_ line: inout WorkerLine) async throws(WorkerError) -> ScriptReport {
        let frame = try await line.receive()
        do { return try ScriptReport(frame: frame) } catch { throw WorkerError(.crashed, "no report: \(error)") }
    }

    private static func frame(_ order: ScriptOrder) throws(FrameError) -> [UInt8] {
        try FrameBuffer.frame(order.json.encoded, longest: ScriptMessageLimits.longest)
    }

    /// The answer's frame; a refusal's when the answer is too long, so that the script learns of it.
    private static func frame(_ answer: ScriptAnswer) throws(WorkerError) -> [UInt8] {
        do { return try frame(.answer(answer)) } catch {
            do { return try frame(.answer(.refused("the answer is too long: \(error)"))) } catch {
                throw WorkerError(.crashed, "\(error)")
            }
        }
    }
}
