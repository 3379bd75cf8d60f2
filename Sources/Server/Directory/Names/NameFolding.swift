import CUnicode
import Primitives
package import ResourceMessages

/// The form in which names are compared, and the texts of profiles: Unicode's `NFKC_Casefold`, with white space around it gone and each
/// run of it inside made one space.
///
/// So `STRAUSS` is `strauß`, and full-width letters are the usual ones. A stored form says by which version it was made
/// ([decision 111](../../../../docs/decisions/0111-names-folded.md)).
package enum NameFolding {
    /// The longest name, in bytes.
    package static let longest = 256
    /// The number of marks in a row that a new name, or a text that is longer than a name, may have (UAX 15 §13): to sort them costs
    /// the square of their number.
    package static let mostMarks = 30

    /// The version of this form: the method's own, and that of Unicode as the library knows it. A form from before versions has 0.
    package static let version: Int64 = {
        var version: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &version) { bytes in
            if let first = bytes.bindMemory(to: UInt8.self).baseAddress { gatehouse_unicode_version(first) }
        }
        return 1_000_000 + Int64(version.0) * 10_000 + Int64(version.1) * 100 + Int64(version.2)
    }()

    /// The part of a text whose white space counts.
    package enum Ends: Sendable {
        /// All of a value: white space around it counts for nothing.
        case whole
        /// A value's beginning: white space behind it is part of what is looked for.
        case beginning
        /// Any part of a value.
        case part

        /// The ends that count in a comparison of a query filter.
        package init(_ comparison: QueryFilter.Comparison) {
            switch comparison {
            case .contains: self = .part
            case .startsWith: self = .beginning
            default: self = .whole
            }
        }
    }

    /// The folded form of a text; nil for one that is longer than a limit in bytes, or whose marks would be too costly to sort.
    package static func folded(_ text: String, upTo limit: Int = longest, _ ends: Ends = .whole) -> String? {
        guard text.utf8.count <= limit else { return nil }
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return collapsed(text.utf8.lazy.map { Unicode.Scalar(lowered($0)) }, ends) }
        guard text.utf8.count <= longest || !hasLongRun(text) else { return nil }
        return casefolded(text).map { collapsed($0.unicodeScalars, ends) }
    }

    /// Whether two texts are one name.
    package static func areOne(_ one: String, _ other: String) -> Bool {
        guard let one = folded(one), let other = folded(other) else { return false }
        return one == other
    }

    /// Whether a text has more marks in a row than are sorted without ado.
    package static func hasLongRun(_ text: String) -> Bool {
        var run = 0
        for scalar in text.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            if run > mostMarks { return true }
        }
        return false
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // Below the first combining mark there is none.
        scalar.value >= 0x300 && (6...8).contains(gatehouse_category(scalar.value))
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func casefolded(_ text: String) -> String? {
        let units = Array(text.utf16)
        // One character becomes 18 at most, and nearly always one.
        for capacity in [units.count * 2 + 16, units.count * 18 + 16] {
            var count: Int32 = -1
            let folded = [UInt16](unsafeUninitializedCapacity: capacity) { target, written in
                count = gatehouse_casefold(units, Int32(units.count), target.baseAddress, Int32(capacity))
                written = max(0, Int(count))
            }
            if count >= 0 { return String(decoding: folded, as: UTF16.self) }  // ICU gives UTF-16.
        }
        return nil
    }

    private static func collapsed(_ scalars: some Sequence<Unicode.Scalar>, _ ends: Ends) -> String {
        var (text, gap) = (String.UnicodeScalarView(), false)
        for scalar in scalars {
            if isSpace(scalar) {
                gap = true
                continue
            }
            if gap, !text.isEmpty || ends == .part { text.append(" ") }
            gap = false
            text.append(scalar)
        }
        if gap, ends != .whole { text.append(" ") }
        return String(text)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? scalar == " " || (0x09...0x0D).contains(scalar.value) : gatehouse_is_space(scalar.value)
    }
}
