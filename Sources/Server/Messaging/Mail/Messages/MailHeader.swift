import Foundation
import Primitives

/// The header fields of a message, folded (RFC 5322 §2.2.3), and the texts in them.
///
/// A field's value is made of words between which a line may end. A line has 78 characters at most, but where one word alone has more, such as a
/// long address.
enum MailHeader {
    /// The greatest length of a line without its end (RFC 5322 §2.1.1), and of an encoded word (RFC 2047 §2).
    private static let (longestLine, longestWord) = (78, 75)
    /// The longest text that is sent as it is.
    private static let longestPlain = 60

    /// The lines of a field, with the last one's end.
    static func field(_ name: String, _ words: [String]) -> String {
        var (lines, line) = ([String](), "\(name):")
        for (index, word) in words.enumerated() {
            let fits = line.utf8.count + 1 + word.utf8.count <= longestLine
            // A line of the name alone helps only a word that fits into the next.
            if !fits, index > 0 || word.utf8.count < longestLine {
                lines.append(line)
                line = ""
            }
            line += " " + word
        }
        return (lines + [line]).map { $0 + "\r\n" }.joined()
    }

    /// The words of an unstructured text, such as a subject: as it is when it is short and plain, else as encoded words (RFC 2047).
    static func text(_ text: String, in field: String) -> [String] {
        let line = text.onOneLine
        return line.utf8.count <= longestPlain && isPlain(line) ? [line] : encodedWords(line, in: field)
    }

    /// The words of a person's name before an address.
    static func phrase(_ text: String, in field: String) -> [String] {
        let line = text.onOneLine
        let quoted = "\"" + line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        guard quoted.utf8.count <= longestPlain + 2, isPlain(line) else { return encodedWords(line, in: field) }
        return [quoted]
    }

    /// RFC 5322 §3.3.
    static func date(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let day = days[((parts.weekday ?? 1) - 1) % 7]
        let month = months[((parts.month ?? 1) - 1) % 12]
        let time = [parts.hour, parts.minute, parts.second].map { twoDigits($0 ?? 0) }.joined(separator: ":")
        return "\(day), \(twoDigits(parts.day ?? 1)) \(month) \(parts.year ?? 1970) \(time) +0000"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Whether a text can be sent as it is. A text that looks like an encoded word would be taken for one.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?") && !text.hasPrefix(" ")
    }

    /// Encoded words, the first of which stands behind the field's name. No character is torn apart between two of them.
    private static func encodedWords(_ text: String, in field: String) -> [String] {
        var words: [String] = []
        var bytes: [UInt8] = []
        var most = room(longestLine - field.utf8.count - 2)
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            if bytes.count + next.count > most {
                words.append(word(bytes))
                (bytes, most) = ([], room(longestWord))
            }
            bytes += next
        }
        return words + [word(bytes)]
    }

    /// The number of bytes that an encoded word of a length holds.
    private static func room(_ length: Int) -> Int { (min(length, longestWord) - word([]).utf8.count) / 4 * 3 }

    private static func word(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Data(bytes).base64EncodedString())?=" }
}
