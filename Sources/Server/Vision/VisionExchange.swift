import Primitives
import VisionMessages
import WorkerMessages
import Workers

/// A request to a process, and the process's one answer.
struct VisionExchange: Sendable {
    private let request: VisionRequest

    init(_ request: VisionRequest) { self.request = request }

    /// - Throws: ``WorkerError`` `.crashed`, after which the process is of no use.
    func hold(on line: inout WorkerLine) async throws(WorkerError) -> WorkerOutcome<VisionAnswer> {
        // Framed only now: an image that waits is in memory once.
        for content in [request.json.encoded, request.image] { line.send(try Self.frame(content)) }
        let (head, attachment) = (try await line.receive(), try await line.receive())
        do { return WorkerOutcome(try VisionAnswer(head: head, attachment: attachment)) } catch {
            throw WorkerError(.crashed, "no answer: \(error)")
        }
    }

    private static func frame(_ content: [UInt8]) throws(WorkerError) -> [UInt8] {
        do { return try FrameBuffer.frame(content, longest: VisionMessageLimits.longestFrame) } catch {
            throw WorkerError(.crashed, "no request: \(error)")
        }
    }
}
