import Foundation
import Primitives
import WorkerMessages

/// A worker's pipes to its server: blocking, one frame after another. When the server is gone, so is the process.
package final class ServerPipe {
    private let input: Int32
    private let output: Int32
    private let longest: Int
    private var buffer: FrameBuffer

    /// Takes standard input and output.
    ///
    /// - Parameter longest: the longest frame, in bytes, either way.
    package init(longest: Int) {
        input = STDIN_FILENO
        output = STDOUT_FILENO
        self.longest = longest
        buffer = FrameBuffer(longest: longest)
    }

    /// The content of the next frame; nil when the server has closed the pipe.
    package func receive() -> [UInt8]? {
        do {
            while true {
                if let frame = try buffer.next() { return frame }
                guard let more = read() else { return nil }
                buffer.append(more)
            }
        } catch { exit(WorkerExit.protocolError.rawValue) }
    }

    /// Sends a frame.
    package func send(_ content: [UInt8]) {
        guard let bytes = try? FrameBuffer.frame(content, longest: longest) else { exit(WorkerExit.protocolError.rawValue) }
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { exit(EXIT_SUCCESS) }
                rest = rest.dropFirst(written)
            }
        }
    }

    private func read() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { space, count in
            repeat { count = max(0, Foundation.read(input, space.baseAddress, space.count)) } while count == 0 && errno == EINTR
        }
        return bytes.isEmpty ? nil : bytes
    }
}
