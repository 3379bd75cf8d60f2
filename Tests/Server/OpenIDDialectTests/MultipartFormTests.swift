import Foundation
import HTTPBase
import HTTPTypes
import PageHTTP
import Testing

@Suite("Forms with files")
struct MultipartFormTests {
    private static let edge = "----WebKitFormBoundary0x"

    private static func field(_ name: String, _ value: String, type: String? = nil) -> String {
        let file = type.map { "; filename=\"a.png\"\r\nContent-Type: \($0)" } ?? ""
        return "--\(edge)\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n\(value)\r\n"
    }

    private static func form(_ text: String) throws(WireError) -> MultipartForm {
        try MultipartForm(parsing: Data(text.utf8), boundary: edge)
    }

    @Test("a browser's form is read: texts, a file with line breaks in it, an empty file")
    func read() throws {
        let body = Self.field("csrf", "tökén") + Self.field("picture", "a\r\n--\r\n\r\nb", type: "image/png") + Self.field("empty", "")
        let form = try Self.form(body + "--\(Self.edge)--\r\n")
        #expect(try form.value("csrf") == "tökén")
        #expect(form.file("picture") == [UInt8]("a\r\n--\r\n\r\nb".utf8))
        #expect(form.file("empty") == nil && form.file("missing") == nil)
        #expect(try form.value("empty") == "" && form.value("missing") == nil)
    }

    @Test("what follows the end isn't read, and other lines of a part's head don't matter")
    func tolerated() throws {
        let part = "--\(Self.edge)\r\nX-Other: 1\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        #expect(try Self.form(part + "--\(Self.edge)--and more").value("a") == "1")
    }

    @Test(
        "a body that isn't well-formed is refused",
        arguments: [
            "", "--\(edge)", "--\(edge)\r\n", "\(edge)--", field("a", "1"), field("a", "1") + "--\(edge)-",
            field("a", "1") + field("a", "2") + "--\(edge)--", "preamble\r\n" + field("a", "1") + "--\(edge)--",
            "--\(edge)\r\nContent-Disposition: form-data\r\n\r\n1\r\n--\(edge)--", "--\(edge)\r\n\r\n1\r\n--\(edge)--",
            "--\(edge)\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n1\r\n--\(edge)--",
            "--\(edge)\r\nContent-Disposition: form-data; name=\"a b\"\r\n\r\n1\r\n--\(edge)--",
            "--\(edge)\r\nContent-Disposition: attachment; form-data; name=\"a\"\r\n\r\n1\r\n--\(edge)--",
            "--\(edge)\r\nContent-Disposition: form-data; name=\"a\"\r\nX: " + String(repeating: "x", count: 2000)
                + "\r\n\r\n1\r\n--\(edge)--",
            (0..<17).map { field("f\($0)", "1") }.joined() + "--\(edge)--",
        ])
    func refused(_ body: String) {
        #expect { try Self.form(body) } throws: { ($0 as? WireError)?.status == .badRequest }
    }

    @Test("sixteen fields are read; a text is UTF-8 and at most 4 KiB, a file may be longer")
    func bounds() throws {
        let all = try Self.form((0..<16).map { Self.field("f\($0)", "\($0)") }.joined() + "--\(Self.edge)--")
        #expect(try all.value("f15") == "15")
        let long = try Self.form(Self.field("a", String(repeating: "x", count: 4097)) + "--\(Self.edge)--")
        #expect(long.file("a")?.count == 4097)
        #expect(throws: WireError.self) { try long.value("a") }
        var bytes = Data(Self.field("a", "?").utf8)
        bytes[bytes.count - 3] = 0xFF
        let binary = try MultipartForm(parsing: bytes + Data("--\(Self.edge)--".utf8), boundary: Self.edge)
        #expect(binary.file("a") == [0xFF])
        #expect(throws: WireError.self) { try binary.value("a") }
    }

    @Test("two megabytes of the boundary's beginning are read in a pass")
    func nearlyBoundaries() throws {
        let near = String(repeating: "\r\n--" + Self.edge.dropLast(), count: 80_000)
        #expect(try Self.form(Self.field("a", near) + "--\(Self.edge)--").file("a")?.count == near.utf8.count)
    }
}
