import Foundation
import Primitives
import ScriptMessages

/// The line to the server: blocking, one frame after another. When the server is gone, so is the process.
final class ServerLine {
    private let input: Int32
    private let output: Int32
    private var buffer = FrameBuffer()

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// The next order; nil when the server has closed the line.
    func receive() -> ScriptOrder? {
        do {
            while true {
                if let frame = try buffer.next() { return try ScriptOrder(json: frame) }
                guard let more = read() else { return nil }
                buffer.append(more)
            }
        } catch { exit(ScriptExit.protocolError.rawValue) }
    }

    /// Sends a report.
    func send(_ report: ScriptReport) {
        guard let bytes = try? FrameBuffer.frame(report.json) else { exit(ScriptExit.protocolError.rawValue) }
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
