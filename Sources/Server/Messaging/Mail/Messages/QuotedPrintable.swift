import Primitives

/// The transfer encoding quoted-printable of RFC 2045 §6.7: any text in lines of 76 plain characters.
enum QuotedPrintable {
    private static let longestLine = 76

    static func encoded(_ text: String) -> String {
        let lines = text.utf8.filter { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.map(line).joined(separator: "\r\n")
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        var (line, column) = ("", 0)
        for (index, byte) in bytes.enumerated() {
            let unit = unit(byte, isLast: index == bytes.count - 1)
            // One place is for the sign that the line continues.
            if column + unit.utf8.count >= longestLine {
                line += "=\r\n"
                column = 0
            }
            line += unit
            column += unit.utf8.count
        }
        return line
    }

    private static func unit(_ byte: UInt8, isLast: Bool) -> String {
        switch byte {
        case 0x20, 0x09: isLast ? hex(byte) : String(Unicode.Scalar(byte))
        case 0x21...0x3C, 0x3E...0x7E: String(Unicode.Scalar(byte))
        default: hex(byte)
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "=0\(digits)" : "=\(digits)"
    }
}
