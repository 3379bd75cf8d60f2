import Foundation
import QRImages
import QRScanning
import Testing

@Suite("QR codes", .timeLimit(.minutes(5)))
struct QRCodeTests {
    @Test(
        "another library reads from the image what was written",
        arguments: [
            "A", "https://login.example.com/pair?realm=0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80&key=01882778807215", "Grüße, 電話",
            String(repeating: "x", count: 1000),
        ])
    func read(_ text: String) throws {
        #expect(try QRScanner.text(in: QRCode(text).png(scale: 4)) == text)
    }

    @Test("the smallest code of one letter is version 1, with its finder patterns")
    func smallest() throws {
        let code = try QRCode("A")
        #expect(code.size == 21)
        for (row, column) in [(0, 0), (0, 14), (14, 0)] {
            #expect((0..<7).allSatisfy { code[row, column + $0] && code[row + 6, column + $0] })
            #expect(!code[row + 1, column + 1] && code[row + 3, column + 3])
        }
        #expect(!code[-1, 0] && !code[0, 21])
    }

    @Test("the lines for a terminal show the same modules", arguments: [false, true])
    func terminal(_ onLight: Bool) throws {
        let code = try QRCode("gatehouse")
        let lines = code.terminalLines(onLight: onLight).map(Array.init)
        #expect(lines.count == (code.size + 9) / 2)
        #expect(lines.allSatisfy { $0.count == code.size + 8 })
        for row in 0..<code.size {
            for column in 0..<code.size {
                let cell = lines[(row + 4) / 2][column + 4]
                let isDrawn = cell == "█" || cell == (row % 2 == 0 ? "▀" : "▄")
                #expect(isDrawn == (code[row, column] == onLight), "module \(row), \(column)")
            }
        }
    }

    @Test("the SVG image draws each dark module once")
    func svg() throws {
        let code = try QRCode("gatehouse")
        let drawn = code.svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-/).reduce(0) { $0 + (Int($1.3) ?? 0) }
        let dark = (0..<code.size).reduce(0) { sum, row in sum + (0..<code.size).count { code[row, $0] } }
        #expect(drawn == dark)
        #expect(code.svg.hasPrefix("<svg ") && code.svg.contains("viewBox=\"0 0 \(code.size + 8) \(code.size + 8)\""))
    }

    @Test("a text that doesn't fit is refused", arguments: ["", String(repeating: "x", count: 1001), "a\0b"])
    func unsuitable(_ text: String) { #expect(throws: QRCodeError.self) { try QRCode(text) } }

    @Test("what is no image, or shows no code, is refused")
    func noCode() throws {
        let png = try QRCode("gatehouse").png()
        #expect(throws: QRScanError.self) { try QRScanner.text(in: []) }
        #expect(throws: QRScanError.self) { try QRScanner.text(in: Array("not an image".utf8)) }
        for end in stride(from: 4, to: png.count / 2, by: max(png.count / 40, 1)) {
            #expect(throws: QRScanError.self) { try QRScanner.text(in: Array(png[..<end])) }
        }
        #expect(throws: QRScanError.self) { try QRScanner.text(in: [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 100)) }
    }

    /// A grey square as a progressive JPEG file: all but its last pass, and that pass.
    private static let passes = (
        begin:
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wgALCABA"
            + "AEABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAAAEAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAGD/2gAIAQEAAQUCAf/EABQQAQAAAAAAAAAA"
            + "AAAAAAAAAGD/2gAIAQEABj8CAf/EABQQAQAAAAAAAAAAAAAAAAAAAGD/2gAIAQEAAT8hAf/aAAgBAQAAABAAAAAAAAAAAA==",
        last: "/8QAFBABAAAAAAAAAAAAAAAAAAAAYP/aAAgBAQABPxAB"
    )

    @Test("a JPEG image with more passes than any camera writes is refused", arguments: [(1, QRScanError.Code.noCode), (100, .noImage)])
    func manyPasses(_ times: Int, _ code: QRScanError.Code) throws {
        let begin = try #require(Data(base64Encoded: Self.passes.begin))
        let last = try #require(Data(base64Encoded: Self.passes.last))
        let file = [UInt8](begin) + [[UInt8]](repeating: [UInt8](last), count: times).joined() + [0xFF, 0xD9]
        let error = #expect(throws: QRScanError.self) { try QRScanner.text(in: file) }
        #expect(error?.code == code)
    }
}
