import Primitives

/// Takes a suite's parts apart, in their order (RFC 6287 §6.1-6.3).
struct OCRASuiteReader {
    var input: ArraySlice<Substring>

    private static let hashes: [String: HashAlgorithm] = ["SHA1": .sha1, "SHA256": .sha256, "SHA512": .sha512]

    /// `HOTP-SHA256-8`
    static func function(_ text: String) throws(OneTimePasswordError) -> (HashAlgorithm, digits: Int) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "HOTP", let hash = hashes[String(parts[1])], let digits = number(parts[2], 1...2),
            digits == 0 || Truncation.digits.contains(digits)
        else { throw wrong(text, "HOTP, a hash (SHA1, SHA256, SHA512) and 0 or 4 to 10 digits, such as HOTP-SHA256-8") }
        return (hash, digits)
    }

    mutating func takeCounter() -> Bool { take { $0 == "C" } != nil }

    mutating func takeQuestion() throws(OneTimePasswordError) -> (OCRASuite.QuestionFormat, length: Int) {
        guard let part = take({ $0.first == "Q" }), part.count == 4,
            let format = OCRASuite.QuestionFormat(exactly: String(part.dropFirst().prefix(1))),
            let length = Self.number(part.dropFirst(2), 2...2), (4...64).contains(length)
        else { throw Self.wrong(input.first.map(String.init) ?? "nothing", "a question such as QN08: QA, QN or QH and 04 to 64") }
        return (format, length)
    }

    mutating func takePIN() throws(OneTimePasswordError) -> HashAlgorithm? {
        guard let part = take({ $0.first == "P" }) else { return nil }
        guard let hash = Self.hashes[String(part.dropFirst())] else { throw Self.wrong(part, "PSHA1, PSHA256 or PSHA512") }
        return hash
    }

    mutating func takeSession() throws(OneTimePasswordError) -> Int? {
        guard let part = take({ $0.first == "S" }) else { return nil }
        if part == "S" { return 64 }
        guard let length = Self.number(part.dropFirst(), 3...3), (1...512).contains(length) else {
            throw Self.wrong(part, "S and three digits, 001 to 512")
        }
        return length
    }

    mutating func takeTime() throws(OneTimePasswordError) -> Int? {
        guard let part = take({ $0.first == "T" }) else { return nil }
        let units: [Character: (seconds: Int, most: Int)] = ["S": (1, 59), "M": (60, 59), "H": (3600, 48)]
        guard let unit = part.last.flatMap({ units[$0] }), let count = Self.number(part.dropFirst().dropLast(), 1...2),
            (1...unit.most).contains(count)
        else { throw Self.wrong(part, "T, 1 to 59 and S or M, or 1 to 48 and H") }
        return count * unit.seconds
    }

    func end() throws(OneTimePasswordError) {
        guard let rest = input.first else { return }
        throw Self.wrong(rest, "nothing here: the parts are C, Q, P, S and T, in this order")
    }

    private mutating func take(_ isWanted: (Substring) -> Bool) -> Substring? {
        guard let part = input.first, isWanted(part) else { return nil }
        return input.popFirst()
    }

    private static func number(_ text: Substring, _ length: ClosedRange<Int>) -> Int? {
        guard length.contains(text.utf8.count), text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    private static func wrong(_ part: some StringProtocol, _ expected: String) -> OneTimePasswordError {
        OneTimePasswordError(.malformed, "\(part.prefix(32)) in the suite; expected \(expected)")
    }
}
