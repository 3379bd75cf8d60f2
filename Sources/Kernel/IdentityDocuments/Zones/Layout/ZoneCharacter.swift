/// One of the 37 characters of a machine readable zone: `0`-`9`, `A`-`Z` and the filler `<` (ICAO Doc 9303-3 §4.3).
public struct ZoneCharacter: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The place in the alphabet: 0-9 for digits, 10-35 for letters, 36 for the filler.
    public let index: Int

    /// The number of characters.
    public static let count = 37
    /// The filler `<`.
    public static let filler = ZoneCharacter(unchecked: 36)
    /// All characters, in the order of their indices.
    public static let all = (0..<count).map(ZoneCharacter.init(unchecked:))

    init(unchecked index: Int) { self.index = index }

    /// The character with an index; nil outside of 0-36.
    public init?(index: Int) {
        guard 0..<Self.count ~= index else { return nil }
        self.index = index
    }

    /// The character that a byte of ASCII is: a digit, a capital letter or `<`; nil for any other byte.
    public init?(ascii byte: UInt8) {
        switch byte {
        case 0x30...0x39: index = Int(byte) - 0x30
        case 0x41...0x5A: index = Int(byte) - 0x41 + 10
        case 0x3C: self = .filler
        default: return nil
        }
    }

    /// The digit; nil outside of 0-9.
    public init?(digit: Int) {
        guard 0...9 ~= digit else { return nil }
        index = digit
    }

    /// The byte of ASCII.
    public var ascii: UInt8 {
        switch index {
        case 0...9: UInt8(index) + 0x30
        case 10...35: UInt8(index) - 10 + 0x41
        default: 0x3C
        }
    }

    /// The value by which check digits count the character: 0-9 for digits, 10-35 for letters, 0 for the filler (Doc 9303-3 §4.9).
    public var value: Int { self == .filler ? 0 : index }

    /// The digit's number; nil for letters and the filler.
    public var digit: Int? { index < 10 ? index : nil }

    public var description: String { String(UnicodeScalar(ascii)) }

    public static func < (left: ZoneCharacter, right: ZoneCharacter) -> Bool { left.index < right.index }
}
