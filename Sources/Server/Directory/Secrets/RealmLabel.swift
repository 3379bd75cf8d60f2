import Primitives
package import Foundations

/// The names by which journeys mean what a realm keeps for them.
package enum RealmLabel {
    private static let longest = 128

    /// - Throws: `invalid`.
    package static func check(_ label: String) throws(DomainError) {
        guard (1...longest).contains(label.utf8.count), label.utf8.allSatisfy(isPart) else {
            throw DomainError(.invalid, "a label has 1 to \(longest) letters, digits, dots, hyphens and underscores")
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
