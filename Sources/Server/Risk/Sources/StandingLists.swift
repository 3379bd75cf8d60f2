import Primitives
package import RiskScoring

/// The standings of addresses that an operator's list has: lines of an address or range and a number, `192.0.2.0/24 80`.
package struct AddressStandings: Sendable {
    /// The standings by the length of the range in bits, and its first bits.
    private let byLength: [(bits: Int, standings: [[UInt8]: Int])]

    /// Reads a list; empty lines and those that begin with `#` say nothing.
    /// - Throws: ``StandingListError`` for a line that can't be read.
    package init(_ text: String) throws(StandingListError) {
        var all: [Int: [[UInt8]: Int]] = [:]
        for line in try StandingLine.all(of: text) {
            guard let range = IPRange(String(line.subject)) else { throw line.wrong }
            all[range.bits, default: [:]][Self.first(range.bits, of: range.start.bytes)] = line.standing
        }
        byLength = all.map { ($0.key, $0.value) }.sorted { $0.bits > $1.bits }
    }

    /// The standing of the narrowest range that an address is in; nil for none.
    package func standing(of address: IPAddress) -> Int? {
        byLength.lazy.compactMap { $0.standings[Self.first($0.bits, of: address.bytes)] }.first
    }

    private static func first(_ bits: Int, of bytes: [UInt8]) -> [UInt8] {
        var kept = bytes
        for index in kept.indices {
            let left = bits - index * 8
            if left <= 0 { kept[index] = 0 } else if left < 8 { kept[index] &= UInt8(truncatingIfNeeded: 0xFF << (8 - left)) }
        }
        return kept
    }
}

/// The standings of mail domains: lines of a domain and a number, `example.com 10`. A subdomain has its standing.
package struct DomainStandings: Sendable {
    private let standings: [String: Int]

    /// - Throws: ``StandingListError`` for a line that can't be read.
    package init(_ text: String) throws(StandingListError) {
        var standings: [String: Int] = [:]
        for line in try StandingLine.all(of: text) {
            guard (1...253).contains(line.subject.utf8.count), !line.subject.contains("@") else { throw line.wrong }
            standings[line.subject.lowercased()] = line.standing
        }
        self.standings = standings
    }

    /// The standing of a domain, or of the nearest above it; nil for none.
    package func standing(of domain: String) -> Int? {
        var rest = domain.lowercased()[...]
        for _ in 0..<32 {
            if let standing = standings[String(rest)] { return standing }
            guard let dot = rest.firstIndex(of: ".") else { return nil }
            rest = rest[rest.index(after: dot)...]
        }
        return nil
    }
}

/// A line of a list that can't be read.
package struct StandingListError: Error, CustomStringConvertible {
    /// The number of the line, from 1.
    package let line: Int

    package var description: String { "line \(line) is no subject and standing from 0 to 100, such as '192.0.2.0/24 80'" }
}

private struct StandingLine {
    let subject: String
    let standing: Int
    let number: Int

    var wrong: StandingListError { StandingListError(line: number) }

    static func all(of text: String) throws(StandingListError) -> [StandingLine] {
        var lines: [StandingLine] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let parts = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = parts.first, !first.hasPrefix("#") else { continue }
            guard parts.count == 2, let standing = Int(decimal: parts[1], in: 0...100) else {
                throw StandingListError(line: index + 1)
            }
            lines.append(StandingLine(subject: String(first), standing: standing, number: index + 1))
        }
        return lines
    }
}
