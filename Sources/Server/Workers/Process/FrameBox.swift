import Primitives
import Synchronization

/// The frames of a worker, from the event loop that reads them to the one task that waits for them.
final class FrameBox: Sendable {
    /// More than this unread is no program that we started any more: in number, and in bytes.
    private static let most = 1000
    private static let mostBytes = 32 << 20

    private let content = Mutex(Content())

    private struct Content {
        var frames: [[UInt8]] = []
        var bytes = 0
        var waiting: CheckedContinuation<[UInt8]?, Never>?
        var isClosed = false
    }

    var isClosed: Bool { content.withLock { $0.isClosed } }

    /// Adds a frame; false when the box is full.
    func put(_ frame: [UInt8]) -> Bool {
        let (waiting, hasRoom) = content.withLock { content in
            defer { content.waiting = nil }
            guard content.waiting == nil else { return (content.waiting, true) }
            content.frames.append(frame)
            content.bytes += frame.count
            return (nil, content.frames.count < Self.most && content.bytes < Self.mostBytes)
        }
        waiting?.resume(returning: frame)
        return hasRoom
    }

    /// Takes note that no more frames will come.
    func close() {
        let waiting = content.withLock { content in
            content.isClosed = true
            defer { content.waiting = nil }
            return content.waiting
        }
        waiting?.resume(returning: nil)
    }

    /// The next frame; nil when the process is gone.
    func next() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            let ready: [UInt8]?? = content.withLock { content in
                if !content.frames.isEmpty {
                    let frame = content.frames.removeFirst()
                    content.bytes -= frame.count
                    return frame
                }
                if content.isClosed { return .some(nil) }
                content.waiting = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
