import IdentityDocuments
import Primitives

/// A text as it is compared: capital letters of A to Z and digits, in words. Letters with marks are transliterated as in zones (Doc 9303-3
/// §6.A); of alternatives, the first counts.
struct FoldedText: Equatable {
    let words: [[UInt8]]

    /// The longest text, in bytes.
    static let longest = 256

    /// nil for a text with letters that aren't Latin, and for one that is too long.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var (words, word) = ([[UInt8]](), [UInt8]())
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": word.append(UInt8(truncatingIfNeeded: scalar.value))
            case "#", "/", ";", ":", "(", ")", "&", "\"", "_", "+", ",", " ", "-", "\u{A0}":
                if !word.isEmpty { words.append(word) }
                word = []
            default:
                guard let letters = try? NameTransliteration.characters(of: String(scalar)) else { return nil }
                word += letters.map(\.ascii)
            }
        }
        self.words = word.isEmpty ? words : words + [word]
    }

    private init(words: [[UInt8]]) { self.words = words }

    /// The first words.
    func prefix(_ count: Int) -> FoldedText { FoldedText(words: Array(words.prefix(count))) }

    /// The words with one blank between two.
    var joined: [UInt8] { Array(words.joined(separator: [0x20])) }

    /// The likeness of two texts: 1 less the number of letters to insert, leave out, change or swap with their neighbour, as a part of the
    /// longer text. Words of a text are taken in their order.
    func likeness(to other: FoldedText) -> Double {
        let (left, right) = (joined, other.joined)
        let longer = max(left.count, right.count)
        return longer == 0 ? 0 : 1 - Double(Self.distance(left, right)) / Double(longer)
    }

    /// The optimal string alignment distance.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (before, previous, current) = ([Int](), Array(0...right.count), Array(repeating: 0, count: right.count + 1))
        for i in left.indices {
            current[0] = i + 1
            for j in right.indices {
                let change = previous[j] + (left[i] == right[j] ? 0 : 1)
                current[j + 1] = min(change, previous[j + 1] + 1, current[j] + 1)
                guard i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] else { continue }
                current[j + 1] = min(current[j + 1], before[j - 1] + 1)
            }
            (before, previous, current) = (previous, current, previous)
        }
        return previous[right.count]
    }
}
