import Testing
import WorkerMessages

@Suite("Frames between a server and its workers")
struct FrameBufferTests {
    @Test("frames come out whole and in order, however they are cut", arguments: [1, 2, 3, 5, 1000])
    func cut(_ size: Int) throws {
        let contents: [[UInt8]] = [[1, 2, 3], [], Array("ü".utf8), [0, 0, 0, 0], [255]]
        let bytes = try contents.flatMap { try FrameBuffer.frame($0, longest: 4) }
        var buffer = FrameBuffer(longest: 4)
        var read: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            buffer.append(bytes[start..<min(start + size, bytes.count)])
            while let content = try buffer.next() { read.append(content) }
        }
        #expect(read == contents)
    }

    @Test("a length beyond the limit is refused before its bytes come, and isn't sent")
    func tooLong() throws {
        var buffer = FrameBuffer(longest: 4)
        buffer.append([0, 0, 0, 5])
        #expect(throws: FrameError(length: 5, longest: 4)) { try buffer.next() }
        #expect(throws: FrameError(length: 5, longest: 4)) { try FrameBuffer.frame([1, 2, 3, 4, 5], longest: 4) }
        var huge = FrameBuffer(longest: 4)
        huge.append([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: FrameError.self) { try huge.next() }
    }
}
