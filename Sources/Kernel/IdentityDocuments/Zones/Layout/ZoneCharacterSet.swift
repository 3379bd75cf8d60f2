/// A set of characters of the zone: those that a place may hold.
public struct ZoneCharacterSet: Sendable, Hashable, OptionSet {
    /// A bit for each character, at its ``ZoneCharacter/index``.
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue & 0x1F_FFFF_FFFF }

    /// A set of characters.
    public init(_ characters: some Sequence<ZoneCharacter>) {
        self.init(rawValue: characters.reduce(0) { $0 | 1 << UInt64($1.index) })
    }

    /// The digits `0`-`9`.
    public static let digits = ZoneCharacterSet(ZoneCharacter.all[0..<10])
    /// The letters `A`-`Z`.
    public static let letters = ZoneCharacterSet(ZoneCharacter.all[10..<36])
    /// The filler `<` alone.
    public static let filler = ZoneCharacterSet([ZoneCharacter.filler])
    /// Every character.
    public static let all: ZoneCharacterSet = [.digits, .letters, .filler]

    /// The characters of a text; a byte that is none of the alphabet adds nothing.
    static func of(_ text: StaticString) -> ZoneCharacterSet {
        text.withUTF8Buffer { ZoneCharacterSet($0.compactMap(ZoneCharacter.init(ascii:))) }
    }

    /// Tells whether a character is in the set.
    public func contains(_ character: ZoneCharacter) -> Bool { rawValue & 1 << UInt64(character.index) != 0 }

    /// The characters, in the order of their indices.
    public var characters: [ZoneCharacter] { ZoneCharacter.all.filter(contains) }
}
