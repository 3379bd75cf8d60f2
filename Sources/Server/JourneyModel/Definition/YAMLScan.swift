import Primitives

/// Looks at a YAML text before the parser does, for what would cost the parser too much. It errs on the strict side.
enum YAMLScan {
    /// Whether a name stands both behind `&`, as an anchor, and behind `*`, as an alias.
    static func hasAlias(_ text: String) -> Bool {
        let aliases = names(after: UInt8(ascii: "*"), in: text)
        return !aliases.isEmpty && !aliases.isDisjoint(with: names(after: UInt8(ascii: "&"), in: text))
    }

    /// Whether brackets, or the indicators at the start of a line, nest deeper than `limit`.
    static func isDeep(_ text: String, limit: Int) -> Bool {
        var brackets = 0
        var indent = 0
        var isIndent = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (indent, isIndent) = (0, true)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): if isIndent { indent += 1 }
            case UInt8(ascii: "["), UInt8(ascii: "{"): (brackets, isIndent) = (brackets + 1, false)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): (brackets, isIndent) = (max(brackets - 1, 0), false)
            default: isIndent = false
            }
            if brackets > limit || indent > limit * 8 { return true }
        }
        return false
    }

    private static func names(after mark: UInt8, in text: String) -> Set<[UInt8]> {
        var found: Set<[UInt8]> = []
        for part in text.utf8.split(separator: mark, omittingEmptySubsequences: false).dropFirst() {
            let name = Array(part.prefix(while: isNameByte))
            if !name.isEmpty { found.insert(name) }
        }
        return found
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
