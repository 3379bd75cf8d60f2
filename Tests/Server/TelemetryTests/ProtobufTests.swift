import Primitives
import Testing

@testable import Telemetry

@Suite("The encoding of Protocol Buffers")
struct ProtobufTests {
    @Test("the examples of the encoding's documentation")
    func examples() {
        var writer = ProtobufWriter()
        writer.number(1, 150)
        #expect(writer.bytes == [0x08, 0x96, 0x01])
        writer = ProtobufWriter()
        writer.text(2, "testing")
        #expect(writer.bytes == [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67])
        writer = ProtobufWriter()
        writer.message(3) { $0.number(1, 150) }
        #expect(writer.bytes == [0x1A, 0x03, 0x08, 0x96, 0x01])
        writer = ProtobufWriter()
        writer.chosenInteger(3, -2)
        #expect(writer.bytes == [0x18, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01])
    }

    @Test("defaults aren't written, but where a field tells that it is there")
    func defaults() {
        var writer = ProtobufWriter()
        writer.number(1, 0)
        writer.fixed(2, UInt64(0))
        writer.text(3, "")
        writer.packed(4, [UInt64]())
        #expect(writer.bytes.isEmpty)
        writer.chosenReal(4, 0)
        #expect(writer.bytes == [0x21, 0, 0, 0, 0, 0, 0, 0, 0])
        writer = ProtobufWriter()
        writer.message(1) { _ in }
        writer.chosenFlag(2, false)
        writer.chosenText(3, "")
        #expect(writer.bytes == [0x0A, 0, 0x10, 0, 0x1A, 0])
    }

    @Test("what is written is read")
    func read() throws {
        var writer = ProtobufWriter()
        writer.number(1, .max)
        writer.fixed(2, UInt64(0x0102_0304_0506_0708))
        writer.fixed(3, UInt32(7))
        writer.data(400, [1, 2])
        let fields = try ProtobufReader(writer.bytes).fields()
        #expect(fields.map(\.field) == [1, 2, 3, 400])
        #expect(fields.map(\.value) == [.number(.max), .number(0x0102_0304_0506_0708), .number(7), .bytes([1, 2])])
    }

    @Test(
        "bytes that are no message are refused",
        arguments: [
            [0x08], [0x08, 0x80], [0x0A, 0x05, 0x01], [0x09, 0x01], [0x0B], [0x00, 0x01], [0x0D, 1, 2, 3],
            [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        ] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) { #expect(throws: ProtobufReader.Malformed.self) { try ProtobufReader(bytes).fields() } }

    @Test("a collector's partial success tells what it has rejected; an answer that is none says nothing")
    func partial() {
        #expect(OTLP.rejected(in: []) == 0)
        #expect(OTLP.rejected(in: [0x0A, 0x02, 0x08, 0x05] as [UInt8]) == 5)
        #expect(OTLP.rejected(in: [0x0A, 0x02, 0x12, 0x00] as [UInt8]) == 0)
        #expect(OTLP.rejected(in: Array("<html>".utf8)) == nil)
        #expect(OTLP.rejected(in: [0x0A, 0x0B, 0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01] as [UInt8]) == 0)
    }
}
