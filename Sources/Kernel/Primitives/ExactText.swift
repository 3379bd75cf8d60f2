// Texts are equal when their code points are (docs/decisions/0046-exact-text.md).
//
// Swift compares String by Unicode's canonical equivalence, where "K" equals U+212A, the sign of Kelvin, and "é" equals "e" with an accent
// behind it. JSON, JOSE, OAuth and WebAuthn compare code points (RFC 8259 §8.3, RFC 7515 §10.13, RFC 3986 §6.2.1). So this package has operators
// of its own, which stand before those of the standard library in every file that imports Primitives; scripts/lint says which files must.
// They are the package's: an app that imports Primitives keeps Swift's.

extension String {
    /// Whether both have the same code points.
    @inlinable @inline(__always)
    package func isExactly(_ other: String) -> Bool {
        // Most that differ differ in length, which is seen without a call.
        utf8.count == other.utf8.count && hasBytes(of: other)
    }

    /// Compares the code points of two texts of the same length.
    @usableFromInline
    func hasBytes(of other: String) -> Bool {
        let (mine, theirs) = (utf8, other.utf8)
        let isSame = mine.withContiguousStorageIfAvailable { mine in
            theirs.withContiguousStorageIfAvailable { theirs in sameBytes(mine, theirs) }
        }
        // Only texts that Foundation brought from elsewhere are in pieces.
        return (isSame ?? nil) ?? mine.elementsEqual(theirs)
    }

    /// The text with the 26 capital letters of ASCII made small, for names in which their case doesn't count. `lowercased()` also makes an ASCII
    /// letter of the sign of Kelvin.
    package var asciiLowercased: String {
        String(own: utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 })
    }

    @inlinable package static func == (left: String, right: String) -> Bool { left.isExactly(right) }
    @inlinable package static func != (left: String, right: String) -> Bool { !left.isExactly(right) }
    @inlinable package static func ~= (pattern: String, text: String) -> Bool { pattern.isExactly(text) }
}

extension String? {
    @inlinable
    package static func == (left: String?, right: String?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): left.isExactly(right)
        case (nil, nil): true
        default: false
        }
    }

    @inlinable package static func != (left: String?, right: String?) -> Bool { !(left == right) }
    @inlinable package static func ~= (pattern: String, text: String?) -> Bool { text.map { pattern.isExactly($0) } ?? false }

    // With a literal on one side the solver would take Swift's own, of `Equatable`, rather than make a literal optional.
    @inlinable package static func == (left: String?, right: String) -> Bool { left.map { $0.isExactly(right) } ?? false }
    @inlinable package static func == (left: String, right: String?) -> Bool { right == left }
    @inlinable package static func != (left: String?, right: String) -> Bool { !(left == right) }
    @inlinable package static func != (left: String, right: String?) -> Bool { !(right == left) }
}

extension Substring {
    @inlinable package static func == (left: Substring, right: Substring) -> Bool { left.utf8.elementsEqual(right.utf8) }
    @inlinable package static func != (left: Substring, right: Substring) -> Bool { !(left == right) }
    @inlinable package static func ~= (pattern: Substring, text: Substring) -> Bool { pattern == text }
}

extension StringProtocol {
    @inlinable package static func == (left: Self, right: some StringProtocol) -> Bool { left.utf8.elementsEqual(right.utf8) }
    @inlinable package static func != (left: Self, right: some StringProtocol) -> Bool { !(left == right) }

    /// Whether its first code points are those of another text.
    @inlinable package func hasPrefix(_ prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether its last code points are those of another text.
    @inlinable package func hasSuffix(_ suffix: some StringProtocol) -> Bool { utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
}

extension String {
    /// Compares as for any text; Swift has these two for `String` alone, which would go before.
    @inlinable package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
    @inlinable package func hasSuffix(_ suffix: String) -> Bool { utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }

    /// Tells whether the text has the code points of another text, one after the other. An empty text is in every one. Foundation's function of
    /// this name compares by normal form.
    @inlinable
    package func contains(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            if rest[start...].starts(with: text.utf8) { return true }
            rest = rest[start...].dropFirst()
        }
        return false
    }
}

extension [String] {
    @inlinable package static func == (left: [String], right: [String]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.isExactly($1) }
    }

    @inlinable package static func != (left: [String], right: [String]) -> Bool { !(left == right) }
}

extension Sequence<String> {
    @inlinable package func contains(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}

extension Collection<String> {
    @inlinable package func firstIndex(of text: String) -> Index? { firstIndex { $0.isExactly(text) } }
}

// A set, and the keys of a dictionary, hold one of several texts that Swift takes for equal, the last that came to a dictionary and the first to a
// set. The others are not in it.

extension Set<String> {
    @inlinable package func contains(_ text: String) -> Bool {
        guard let index = firstIndex(of: text) else { return false }
        return self[index].isExactly(text)
    }

    @inlinable package func isSubset(of other: Set<String>) -> Bool { allSatisfy { other.contains($0) } }
    @inlinable package func isSuperset(of other: Set<String>) -> Bool { other.isSubset(of: self) }
    @inlinable package func isDisjoint(with other: Set<String>) -> Bool { !contains { other.contains($0) } }
    @inlinable package func intersection(_ other: Set<String>) -> Set<String> { filter { other.contains($0) } }
    @inlinable package func subtracting(_ other: Set<String>) -> Set<String> { filter { !other.contains($0) } }

    @inlinable package static func == (left: Set<String>, right: Set<String>) -> Bool {
        left.count == right.count && left.isSubset(of: right)
    }
    @inlinable package static func != (left: Set<String>, right: Set<String>) -> Bool { !(left == right) }
}

extension Dictionary where Key == String {
    /// The value of exactly this key.
    @inlinable
    package subscript(key: String) -> Value? {
        get {
            guard let index = index(forKey: key), self[index].key.isExactly(key) else { return nil }
            return self[index].value
        }
        set {
            // A key that is set over one that Swift takes for equal would leave the other one's spelling.
            if let index = index(forKey: key), !self[index].key.isExactly(key) {
                guard newValue != nil else { return }
                remove(at: index)
            }
            if let newValue { updateValue(newValue, forKey: key) } else { removeValue(forKey: key) }
        }
    }
}

/// The longest name, in bytes, that isn't of ASCII alone.
@usableFromInline let longestName = 256

extension RawRepresentable<String> {
    /// The value that has exactly this name. `init(rawValue:)` of an enumeration compares as Swift does, a long foreign text with each of its names.
    @inlinable
    package init?(exactly name: String) {
        guard name.utf8.count <= longestName || name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.init(rawValue: name)
        guard rawValue.isExactly(name) else { return nil }
    }
}
