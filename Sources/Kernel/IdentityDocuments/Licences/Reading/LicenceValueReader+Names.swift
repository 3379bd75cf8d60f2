import Primitives

extension LicenceValueReader {
    mutating func readNames() {
        let full = element(.fullName).map { fullName($0) }
        readFamily(full)
        readGiven(full)
        if data.name.suffix.isEmpty { data.name.suffix = value(.nameSuffix, .suffix) }
        if data.name.suffix.isEmpty, let full { data.name.suffix = full.suffix }
        data.name.prefix = value(.prefix)
        data.name.familyTruncation = truncation(.familyTruncated)
        data.name.firstTruncation = truncation(.firstTruncated)
        data.name.middleTruncation = truncation(.middleTruncated)
    }

    // MARK: - Family name

    private mutating func readFamily(_ full: LicenceName?) {
        let own = element(.familyName, .lastName)
        guard let source = own ?? (full == nil ? element(.aliasLastName) : element(.fullName)) else { return }
        data.name.family = own == nil ? full?.family ?? source.value : withoutSuffix(withoutComma(source), source)
        if own != nil { reportCase(source) }
        set(.lastName, data.name.family, from: source)
    }

    /// A family name without a suffix behind it, when no other element has one. A single letter is none.
    private mutating func withoutSuffix(_ name: String, _ source: LicenceElement) -> String {
        let words = name.split { $0.utf8.elementsEqual(" ".utf8) || $0.utf8.elementsEqual(",".utf8) }
        guard words.count > 1, let last = words.last, last.utf8.count > 1, value(.nameSuffix, .suffix).isEmpty,
            LicenceName.suffixes.contains(String(own: last.utf8.map(capital)))
        else { return name }
        find(.suffixInFamilyName, source)
        data.name.suffix = String(last)
        return words.dropLast().joined(separator: " ")
    }

    // MARK: - Given names

    private mutating func readGiven(_ full: LicenceName?) {
        if let first = element(.firstName) {
            readFirst(first)
        } else if let given = element(.givenNames) {
            readGivenNames(given)
        } else if let full, let source = element(.fullName) {
            data.name.first = full.first
            set(.firstName, full.first, from: source)
            setMiddle(full.middle, full.middle, from: source)
        } else if let alias = element(.aliasFirstName) {
            data.name.first = alias.value
            set(.firstName, alias.value, from: alias)
        }
        guard let middle = element(.middleName) else { return }
        reportCase(middle)
        let text = withoutComma(middle)
        setMiddle(text.split(separator: ",").map { $0.blanksTrimmed }.joined(separator: " "), text, from: middle)
    }

    /// Reads the first name, which has the middle initial behind it on some cards.
    private mutating func readFirst(_ source: LicenceElement) {
        reportCase(source)
        let text = withoutComma(source)
        let words = text.split(separator: " ")
        if words.count > 1, let last = words.last, last.utf8.count == 1, element(.middleName) == nil {
            find(.middleInitialInFirstName, source)
            data.name.first = words.dropLast().joined(separator: " ")
            setMiddle(String(last), String(last), from: source)
        } else {
            data.name.first = text
        }
        set(.firstName, data.name.first, from: source)
    }

    /// Reads the given names of versions 02 and 03: the first, then the others.
    private mutating func readGivenNames(_ source: LicenceElement) {
        reportCase(source)
        let text = withoutComma(source)
        let hasCommas = text.contains(",")
        let names = text.split(separator: hasCommas ? "," : " ").map { $0.blanksTrimmed }
        if !hasCommas, names.count > 1 { find(.givenNamesByBlanks, source) }
        data.name.first = names.first ?? ""
        set(.firstName, data.name.first, from: source)
        setMiddle(names.dropFirst().joined(separator: " "), names.dropFirst().joined(separator: hasCommas ? "," : " "), from: source)
    }

    private mutating func setMiddle(_ name: String, _ encoded: String, from source: LicenceElement) {
        data.name.middle = name
        set(.middleName, encoded, from: source)
    }

    // MARK: - Full name

    /// The parts of a full name: `LAST,FIRST,MIDDLE,SUFFIX`, with commas, `$` or `@`; or first, middle and last name separated by blanks.
    private mutating func fullName(_ source: LicenceElement) -> LicenceName {
        reportCase(source)
        let text = source.value
        for separator in [",", "$", "@"] as [Character] where text.contains(separator) {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { $0.blanksTrimmed } + ["", "", "", ""]
            return LicenceName(family: parts[0], first: parts[1], middle: parts[2], suffix: parts[3])
        }
        find(.nameOrder, source)
        var words = text.split(separator: " ").map(String.init)
        var name = LicenceName()
        if words.count > 2, let last = words.last, last.utf8.count > 1, LicenceName.suffixes.contains(String(own: last.utf8.map(capital))) {
            name.suffix = words.removeLast()
        }
        name.family = words.popLast() ?? ""
        name.first = words.first ?? ""
        name.middle = words.dropFirst().joined(separator: " ")
        return name
    }

    // MARK: - Forms

    private mutating func reportCase(_ source: LicenceElement) {
        if source.value.utf8.contains(where: { 0x61...0x7A ~= $0 }) { find(.nameCase, source) }
    }

    /// A name without commas behind it.
    private mutating func withoutComma(_ source: LicenceElement) -> String {
        var rest = source.value[...]
        while let last = rest.utf8.last, last == UInt8(ascii: ",") || last == 0x20 {
            rest = rest[..<rest.utf8.index(before: rest.endIndex)]
        }
        if rest.utf8.count < source.value.utf8.count { find(.trailingComma, source) }
        return String(rest)
    }

    private mutating func truncation(_ id: LicenceElementID) -> LicenceTruncation? {
        guard let source = element(id) else { return nil }
        let mark = LicenceTruncation(exactly: source.value)
        if mark == nil { find(.codeUnreadable, source) }
        return mark
    }
}

extension Substring {
    /// The text without blanks around it.
    var blanksTrimmed: String {
        let bytes = Array(utf8)
        return String(own: trimmed(bytes[...]))
    }
}
