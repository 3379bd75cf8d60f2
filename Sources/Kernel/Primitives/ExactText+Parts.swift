// The parts of a text are found by code points (docs/decisions/0109-text-from-outside.md).
//
// Swift looks for a Character by canonical equivalence: U+037E, the Greek question mark, is found as ";", and a ";" with an accent behind it isn't.
// These stand before Swift's own in every file that imports Primitives, and compare bytes. The sought text begins with a whole code point,
// so the places that they find are the beginnings of code points. They take time that grows with the text's length, whatever marks it
// holds.

// Compared with a literal, the solver takes Swift's own unless the literal may be a String, which it would be by itself.

extension Character {
    @inlinable package static func == (left: Character, right: Character) -> Bool { left.utf8.elementsEqual(right.utf8) }
    @inlinable package static func != (left: Character, right: Character) -> Bool { !left.utf8.elementsEqual(right.utf8) }
    @inlinable package static func ~= (pattern: Character, text: Character) -> Bool { pattern.utf8.elementsEqual(text.utf8) }
    @inlinable package static func == (left: Character, right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    @inlinable package static func != (left: Character, right: String) -> Bool { !left.utf8.elementsEqual(right.utf8) }
}

extension Character? {
    @inlinable package static func == (left: Character?, right: String) -> Bool { left.map { $0 == right } ?? false }
    @inlinable package static func != (left: Character?, right: String) -> Bool { !(left == right) }
    @inlinable package static func ~= (pattern: Character, text: Character?) -> Bool { text.map { $0 == pattern } ?? false }

    @inlinable
    package static func == (left: Character?, right: Character?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): left == right
        case (nil, nil): true
        default: false
        }
    }

    @inlinable package static func != (left: Character?, right: Character?) -> Bool { !(left == right) }
}

/// The search by bytes, for all the functions beneath.
extension StringProtocol {
    /// The first place of bytes, from an index on; nil for none, and for no bytes.
    @inlinable
    func place(of sought: some Collection<UInt8>, from start: Index) -> Range<Index>? {
        guard let first = sought.first else { return nil }
        let length = sought.count
        var rest = utf8[start...]
        while let begin = rest.firstIndex(of: first) {
            if rest[begin...].starts(with: sought) { return begin..<utf8.index(begin, offsetBy: length) }
            rest = rest[utf8.index(after: begin)...]
        }
        return nil
    }

    @inlinable
    func parts(
        between separator: some Collection<UInt8>, _ maxSplits: Int, _ omitsEmpty: Bool, _ part: (Range<Index>) -> Void
    ) {
        var (start, from, splits) = (startIndex, startIndex, 0)
        while splits < maxSplits, let place = place(of: separator, from: from) {
            from = place.upperBound
            if !omitsEmpty || start < place.lowerBound {
                part(start..<place.lowerBound)
                splits += 1
            }
            start = place.upperBound
        }
        if !omitsEmpty || start < endIndex { part(start..<endIndex) }
    }

    @inlinable
    func replacingBytes(_ sought: some Collection<UInt8>, with other: some StringProtocol, _ most: Int) -> String {
        var (result, start, left) = ("", startIndex, most)
        while left > 0, let place = place(of: sought, from: start) {
            result += self[start..<place.lowerBound]
            result += other
            start = place.upperBound
            left -= 1
        }
        return result + self[start...]
    }
}

extension String {
    /// The parts between separators, which are compared by code points.
    @inlinable
    package func split(separator: Character, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true) -> [Substring] {
        self[...].split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences)
    }

    /// The parts between separators, which are compared by code points.
    @inlinable
    package func split(separator: String, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true) -> [Substring] {
        self[...].split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences)
    }

    /// Tells whether the text has the code points of a character.
    @inlinable package func contains(_ character: Character) -> Bool { firstIndex(of: character).isSome }

    /// The first place of a character's code points.
    @inlinable package func firstIndex(of character: Character) -> Index? { place(of: character.utf8, from: startIndex)?.lowerBound }

    /// The last place of a character's code points.
    @inlinable package func lastIndex(of character: Character) -> Index? { self[...].lastIndex(of: character) }

    /// The first place of a text's code points.
    @inlinable package func firstRange(of text: String) -> Range<Index>? { place(of: text.utf8, from: startIndex) }

    /// The text with another instead of each place of a text's code points.
    @inlinable
    package func replacing(_ text: String, with other: some StringProtocol, maxReplacements: Int = .max) -> String {
        replacingBytes(text.utf8, with: other, maxReplacements)
    }

    // The order of code points, which is that of bytes; Swift's is that of normal forms.
    @inlinable package static func < (left: String, right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
    @inlinable package static func > (left: String, right: String) -> Bool { right < left }
    @inlinable package static func <= (left: String, right: String) -> Bool { !(right < left) }
    @inlinable package static func >= (left: String, right: String) -> Bool { !(left < right) }
}

extension Substring {
    /// The parts between separators, which are compared by code points.
    @inlinable
    package func split(separator: Character, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true) -> [Substring] {
        var all: [Substring] = []
        parts(between: separator.utf8, maxSplits, omittingEmptySubsequences) { all.append(self[$0]) }
        return all
    }

    /// The parts between separators, which are compared by code points.
    @inlinable
    package func split(separator: String, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true) -> [Substring] {
        var all: [Substring] = []
        parts(between: separator.utf8, maxSplits, omittingEmptySubsequences) { all.append(self[$0]) }
        return all
    }

    /// Tells whether the text has the code points of another text, one after the other. An empty text is in every one.
    @inlinable package func contains(_ text: String) -> Bool { text.isEmpty || place(of: text.utf8, from: startIndex).isSome }

    /// Tells whether the text has the code points of a character.
    @inlinable package func contains(_ character: Character) -> Bool { firstIndex(of: character).isSome }

    /// The first place of a character's code points.
    @inlinable package func firstIndex(of character: Character) -> Index? { place(of: character.utf8, from: startIndex)?.lowerBound }

    /// The last place of a character's code points.
    @inlinable
    package func lastIndex(of character: Character) -> Index? {
        var end = utf8.endIndex
        guard let first = character.utf8.first else { return nil }
        while let begin = utf8[..<end].lastIndex(of: first) {
            if utf8[begin...].starts(with: character.utf8) { return begin }
            end = begin
        }
        return nil
    }

    /// The first place of a text's code points.
    @inlinable package func firstRange(of text: String) -> Range<Index>? { place(of: text.utf8, from: startIndex) }

    /// The text with another instead of each place of a text's code points.
    @inlinable
    package func replacing(_ text: String, with other: some StringProtocol, maxReplacements: Int = .max) -> Substring {
        replacingBytes(text.utf8, with: other, maxReplacements)[...]
    }

    // The order of code points, as for String.
    @inlinable package static func < (left: Substring, right: Substring) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
    @inlinable package static func > (left: Substring, right: Substring) -> Bool { right < left }
    @inlinable package static func <= (left: Substring, right: Substring) -> Bool { !(right < left) }
    @inlinable package static func >= (left: Substring, right: Substring) -> Bool { !(left < right) }
}

extension Optional {
    /// Whether there is a value, for code that is inlined where `!=` is Swift's.
    @inlinable var isSome: Bool { if case .some = self { true } else { false } }
}

extension Sequence<String> {
    /// The texts in the order of their code points.
    @inlinable package func sorted() -> [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    @inlinable package func min() -> String? { self.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    @inlinable package func max() -> String? { self.max { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
