/// The characters that readers take for each other.
enum ZoneConfusion {
    /// Letters for digits, where a place holds digits alone.
    private static let digits = pairs("O0 Q0 D0 I1 L1 Z2 S5 B8 G6 A4")
    /// Digits for letters, where a place holds letters alone.
    private static let letters = pairs("0O 1I 2Z 5S 8B 6G")
    /// Characters of document numbers, which may be letters or digits.
    private static let number = pairs("0O 0D 0Q 1I 2Z 5S 8B 6G")

    /// Pairs that look alike and that no check digit tells apart.
    private static let unseen = pairs("<K 1L 6G 8S")

    /// The character of a place for one that it can't hold; nil where none looks like it.
    static func character(for read: ZoneCharacter, in set: ZoneCharacterSet) -> ZoneCharacter? {
        let pairs = set.isDisjoint(with: .letters) ? digits : letters
        return pairs.first { $0.0 == read && set.contains($0.1) }?.1
    }

    /// The characters of a document number that look like one.
    static func lookalikes(of character: ZoneCharacter) -> [ZoneCharacter] {
        others(of: character, in: number)
    }

    /// The characters that look like one, and that no check digit tells from it.
    static func unseenLookalikes(of character: ZoneCharacter) -> [ZoneCharacter] { others(of: character, in: unseen) }

    private static func others(of character: ZoneCharacter, in pairs: [(ZoneCharacter, ZoneCharacter)]) -> [ZoneCharacter] {
        pairs.compactMap { $0.0 == character ? $0.1 : $0.1 == character ? $0.0 : nil }
    }

    private static func pairs(_ text: StaticString) -> [(ZoneCharacter, ZoneCharacter)] {
        text.withUTF8Buffer { buffer in
            buffer.split(separator: 0x20).compactMap { pair in
                guard let first = ZoneCharacter(ascii: pair[pair.startIndex]), let second = ZoneCharacter(ascii: pair[pair.startIndex + 1])
                else {
                    return nil
                }
                return (first, second)
            }
        }
    }
}
