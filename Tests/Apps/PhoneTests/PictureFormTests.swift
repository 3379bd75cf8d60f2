import Foundation
import Testing

@testable import phone

@Suite("Forms with files")
struct PictureFormTests {
    private static let type = "multipart/form-data; boundary=----x"

    private static func body(_ parts: [(head: String, content: String)]) -> [UInt8] {
        Array((parts.map { "------x\r\n\($0.head)\r\n\r\n\($0.content)\r\n" }.joined() + "------x--\r\n").utf8)
    }

    @Test("fields and files are read by their names; a file that wasn't chosen is none")
    func read() throws {
        let body = Self.body([
            ("Content-Disposition: form-data; name=\"token\"", "t\r\n--y"),
            ("Content-Disposition: form-data; name=\"front\"; filename=\"a.png\"\r\nContent-Type: image/png", "\u{1}\r\n\r\n--z\r\n"),
            ("Content-Disposition: form-data; name=\"back\"; filename=\"\"\r\nContent-Type: application/octet-stream", ""),
        ])
        let form = try PictureForm(body, contentType: Self.type)
        #expect(form.text("token") == "t\r\n--y" && form["front"] == Array("\u{1}\r\n\r\n--z\r\n".utf8))
        #expect(form["back"] == nil && form["selfie"] == nil)
        #expect(try PictureForm(body, contentType: "multipart/form-data; boundary=\"----x\"").text("token") != nil)
    }

    @Test("a body that is no such form is refused, cut anywhere too")
    func refused() throws {
        let body = Self.body([("Content-Disposition: form-data; name=\"a\"", "b")])
        for type in ["", "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=y"] {
            #expect(throws: PhoneFailure.self) { try PictureForm(body, contentType: type) }
        }
        for end in 0..<(body.count - 4) {
            #expect(throws: PhoneFailure.self) { try PictureForm(Array(body[..<end]), contentType: Self.type) }
        }
        let many = Self.body((0..<17).map { ("Content-Disposition: form-data; name=\"\($0)\"", "") })
        #expect(throws: PhoneFailure.self) { try PictureForm(many, contentType: Self.type) }
        #expect(throws: PhoneFailure.self) { try PictureForm(Self.body([("X: y", "b")]), contentType: Self.type) }
    }
}
