import Foundation
import Primitives

/// The pattern of the resources that a policy is about: a URL with wildcards.
///
/// `*` stands for any characters but a question mark, also for none; `-*-` for the same without a slash. A pattern has only one of the
/// two, as in AM. So `https://api.example.com/*` has all paths of a host in it, and `https://api.example.com/*?*` all with a query.
package struct ResourcePattern: Sendable, Equatable {
    /// The text as it was written.
    package let text: String
    /// The texts between the wildcards, in normal form.
    private let literals: [[UInt8]]
    /// Whether a wildcard stops at a slash.
    private let staysInSegment: Bool

    private static let oneLevel = "-*-"

    /// nil when it can't be a resource, or mixes the wildcards.
    package init?(_ text: String) {
        guard let normal = ResourceName(text)?.text else { return nil }
        let single = normal.components(separatedBy: Self.oneLevel)  // ResourceName has bounded it.
        staysInSegment = single.count > 1
        guard !staysInSegment || !single.contains(where: { $0.contains("*") }) else { return nil }
        self.text = text
        literals = (staysInSegment ? single : normal.split(separator: "*", omittingEmptySubsequences: false).map(String.init)).map {
            Array($0.utf8)
        }
    }

    /// Whether a resource is one of these. A slash at the end of a path makes no difference.
    package func matches(_ resource: ResourceName) -> Bool { resource.variants.contains { matches(Array($0.utf8)) } }

    /// Matches in time proportional to the lengths' product: only the last wildcard is ever made longer. That is enough, as a character
    /// that a wildcard can't stand for must stand in the pattern itself, and so parts text and pattern into the same pieces.
    private func matches(_ text: [UInt8]) -> Bool {
        guard text.starts(with: literals[0]) else { return false }
        var position = literals[0].count
        guard literals.count > 1 else { return position == text.count }
        for literal in literals[1...].dropLast() {
            guard let next = find(literal, in: text, from: position) else { return false }
            position = next + literal.count
        }
        let last = literals[literals.count - 1]
        let start = text.count - last.count
        return start >= position && text.suffix(last.count).elementsEqual(last) && canSkip(text[position..<start])
    }

    /// Finds where a literal stands next, with nothing before it that a wildcard can't be.
    private func find(_ literal: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var position = start
        while position + literal.count <= text.count {
            if text[position...].starts(with: literal) { return position }
            guard canSkip(text[position...position]) else { return nil }
            position += 1
        }
        return nil
    }

    private func canSkip(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.contains { $0 == UInt8(ascii: "?") || (staysInSegment && $0 == UInt8(ascii: "/")) }
    }
}
