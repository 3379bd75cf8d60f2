import Primitives
import VisionMessages
import WorkerMessages
import Workers

/// A request to a process, and the process's one answer.
struct VisionExchange: Sendable {
    private let frames: [UInt8]

    init(_ request: VisionRequest) throws(VisionError) {
        do {
            let longest = VisionMessageLimits.longestFrame
            frames =
                try FrameBuffer.frame(request.json.encoded, longest: longest) + FrameBuffer.frame(request.image, longest: longest)
        } catch { throw VisionError(.refused(.tooManyBytes), "\(error)") }
    }

    /// - Throws: ``WorkerError`` `.crashed`, after which the process is of no use.
    func hold(on line: inout WorkerLine) async throws(WorkerError) -> WorkerOutcome<VisionAnswer> {
        line.send(frames)
        let (head, attachment) = (try await line.receive(), try await line.receive())
        do { return WorkerOutcome(try VisionAnswer(head: head, attachment: attachment)) } catch {
            throw WorkerError(.crashed, "no answer: \(error)")
        }
    }
}
