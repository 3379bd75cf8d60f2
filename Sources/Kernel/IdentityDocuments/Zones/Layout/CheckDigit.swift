/// The check digit of machine readable zones (Doc 9303-3 §4.9): weights 7, 3, 1 over the characters' values, modulo 10.
public enum CheckDigit {
    /// The weight of the character at an index, from 0.
    public static func weight(at index: Int) -> Int { [7, 3, 1][index % 3] }

    /// The digit over characters, 0-9.
    public static func value(of characters: some Sequence<ZoneCharacter>) -> Int {
        var (sum, index) = (0, 0)
        for character in characters {
            sum += character.value * weight(at: index)
            index = (index + 1) % 3
        }
        return sum % 10
    }

    /// The characters that a check digit can't tell from one, itself included: those whose value has the same last digit.
    ///
    /// `<`, `0`, `A`, `K` and `U` are one such class; so no digit sees that a `K` was read as `<`.
    public static func indistinguishable(from character: ZoneCharacter) -> ZoneCharacterSet {
        ZoneCharacterSet(ZoneCharacter.all.filter { $0.value % 10 == character.value % 10 })
    }
}
