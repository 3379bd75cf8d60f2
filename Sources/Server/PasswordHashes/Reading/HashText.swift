import Foundation
import Primitives

/// The parts of a hash's text, read as bytes. Each reader throws a ``HashError`` that names the part and not its value.
enum HashText {
    typealias Part = ArraySlice<UInt8>

    /// The parts between a character, empty ones too.
    static func parts(_ text: Part, by separator: Character) -> [Part] {
        text.split(separator: separator.asciiValue ?? 0, omittingEmptySubsequences: false)
    }

    /// The part behind a beginning that it must have.
    static func rest(of text: Part, after beginning: String, _ what: String) throws(HashError) -> Part {
        guard text.starts(with: beginning.utf8) else { throw malformed(what) }
        return text.dropFirst(beginning.utf8.count)
    }

    /// A decimal number without sign and leading zeros.
    static func number(_ text: Part, in range: ClosedRange<Int>, _ what: String) throws(HashError) -> Int {
        guard text.count <= 10, let number = Int(decimal: text) else { throw HashError(.malformed, "\(what) is no plain number") }
        guard range.contains(number) else { throw outside(what, number, range) }
        return number
    }

    /// The values of `m=1,t=2`, whose names are these and in this order.
    static func costs(_ text: Part, _ names: String...) throws(HashError) -> [Part] {
        let parts = parts(text, by: ",")
        guard parts.count == names.count else { throw malformed("the costs") }
        var values: [Part] = []
        for (part, name) in zip(parts, names) { values.append(try rest(of: part, after: "\(name)=", "the cost \(name)")) }
        return values
    }

    /// The padding of base64.
    enum Padding { case required, none }

    /// Bytes in base64 (RFC 4648 §4).
    /// - Parameter dots: whether a full stop stands for a plus sign, as passlib has it.
    static func base64(_ text: Part, _ what: String, _ padding: Padding = .required, dots: Bool = false) throws(HashError) -> [UInt8] {
        var bytes = Data(text)
        if dots { for index in bytes.indices where bytes[index] == UInt8(ascii: ".") { bytes[index] = UInt8(ascii: "+") } }
        if padding == .none {
            guard !bytes.contains(UInt8(ascii: "=")) else { throw malformed(what) }
            bytes.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4))
        }
        guard let decoded = Data(base64Encoded: bytes) else { throw HashError(.malformed, "\(what) is no base64 of the form expected") }
        return Array(decoded)
    }

    /// Bytes in hexadecimal digits.
    static func digits(_ text: Part, _ what: String) throws(HashError) -> [UInt8] {
        guard !text.isEmpty, let bytes = Hexadecimal.decode(String(own: text)) else {
            throw HashError(.malformed, "\(what) isn't in hexadecimal digits")
        }
        return bytes
    }

    /// Text of so many characters of `crypt(3)`.
    static func isCrypt(_ text: Part, count: ClosedRange<Int>) -> Bool {
        count.contains(text.count) && text.allSatisfy { CryptAlphabet.value($0) != nil }
    }

    static func require(_ value: Int, in range: ClosedRange<Int>, _ what: String) throws(HashError) {
        guard range.contains(value) else { throw outside(what, value, range) }
    }

    static func malformed(_ what: String) -> HashError { HashError(.malformed, "\(what) isn't of the form expected") }

    private static func outside(_ what: String, _ value: Int, _ range: ClosedRange<Int>) -> HashError {
        HashError(.excessiveCost, "\(what) is \(value), outside of \(range.lowerBound) to \(range.upperBound)")
    }
}

extension [UInt8] {
    /// The whole of it, as a part.
    var part: HashText.Part { self[...] }
}
