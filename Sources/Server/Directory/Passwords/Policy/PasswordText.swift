import Foundation
import Primitives
import ResourceMessages

/// A password as its rules look at it. Its copies in memory are not overwritten, so it lives no longer than the look.
struct PasswordText {
    /// The length in characters, that is, Unicode code points, after normalisation (NIST SP 800-63B-4 §3.1.1.2).
    let length: Int
    /// The text in lower case.
    let folded: String
    /// The letters of it without what people put around a word: digits, punctuation, spaces at both ends.
    let core: String

    init(_ password: Secret) {
        length = password.normalized.reveal().unicodeScalars.count
        folded = QueryFilter.folded(password.reveal())
        core = Self.core(of: folded)
    }

    /// The shortest text of which it is a repetition, the last one perhaps cut short; itself when it is none.
    var unit: String {
        let scalars = Array(folded.unicodeScalars)
        guard scalars.count > 1 else { return folded }
        let period = (1...scalars.count / 2).first { period in
            (period..<scalars.count).allSatisfy { scalars[$0] == scalars[$0 - period] }
        }
        guard let period else { return folded }
        return String(String.UnicodeScalarView(scalars.prefix(period)))
    }

    static func core(of folded: String) -> String {
        let letters = folded.unicodeScalars.drop { !$0.properties.isAlphabetic }
        guard let last = letters.lastIndex(where: \.properties.isAlphabetic) else { return "" }
        return String(letters[...last])
    }
}

extension Secret {
    /// A password with compatible characters made one (NFKC), so that keyboards that write `é` in two ways write the same password
    /// (NIST SP 800-63B-4 §3.1.1.2, RFC 8265 §4.2). ASCII stays as it is, without a copy.
    var normalized: Secret {
        let isASCII = withBytes { bytes in bytes.allSatisfy { $0 < 0x80 } }
        return isASCII ? self : Secret(reveal().precomposedStringWithCompatibilityMapping)  // RFC 8265 §4.2.2; it came by the gate.
    }
}
