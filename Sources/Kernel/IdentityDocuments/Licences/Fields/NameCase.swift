import Primitives

/// Names in capital letters, written with small ones: `MARY-ANN O'BRIEN` is `Mary-Ann O'Brien`, `MCDONALD` is `McDonald`.
enum NameCase {
    /// A name with small letters. A name that has both already stays as it is.
    static func titled(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        guard !scalars.contains(where: \.properties.isLowercase) || !scalars.contains(where: \.properties.isUppercase) else { return name }
        var (result, word) = (String.UnicodeScalarView(), [Unicode.Scalar]())
        for scalar in scalars {
            guard !isLetter(scalar) else {
                word.append(scalar)
                continue
            }
            result += titled(word: word)
            result.append(scalar)
            word = []
        }
        result += titled(word: word)
        return String(result)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || 0x30...0x39 ~= scalar.value }

    private static func titled(word: [Unicode.Scalar]) -> String.UnicodeScalarView {
        var result = String.UnicodeScalarView()
        let capitals = capitals(of: word)
        for (index, scalar) in word.enumerated() {
            let mapped = capitals.contains(index) ? scalar.properties.titlecaseMapping : scalar.properties.lowercaseMapping
            result += mapped.unicodeScalars
        }
        return result
    }

    /// The places of a word's capital letters: the first one; that behind `Mc`; that behind `Mac` where a consonant and three more letters
    /// follow, as in MacDonald, not in Macias.
    private static func capitals(of word: [Unicode.Scalar]) -> Set<Int> {
        let letters = word.map { UInt8(exactly: $0.value).map(capital) ?? 0 }
        if letters.count > 3, letters.starts(with: "MC".utf8) { return [0, 2] }
        let isMac = letters.count > 6 && letters.starts(with: "MAC".utf8) && "DFGKLMNPQW".utf8.contains(letters[3])
        return isMac ? [0, 3] : [0]
    }
}
