public import Primitives

/// The code of a verification, which an administrator hands to a user: 12 digits (`docs/protocols/verify.md` 2).
///
/// 40 bits are few: a server keeps a keyed hash of it and limits guesses.
public enum VerificationCode {
    /// The number of digits.
    public static let length = 12

    /// Makes a code.
    public static func generate(random: some RandomSource) -> Secret { Secret(bytes: random.characters(length, of: "0123456789")) }

    /// Returns the code that was typed, without its blanks and hyphens; nil when it can't be a code.
    public static func canonical(_ typed: String) -> Secret? {
        guard typed.utf8.count <= 64 else { return nil }
        let code = typed.utf8.filter { ![UInt8(ascii: " "), UInt8(ascii: "-")].contains($0) }
        guard code.count == length, code.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return Secret(bytes: code)
    }

    /// The code as it is shown to users, in groups of four digits: `1234 5678 9012`.
    public static func grouped(_ code: Secret) -> String {
        let digits = code.withBytes { Array($0) }
        return stride(from: 0, to: digits.count, by: 4).map { String(own: digits[$0..<min($0 + 4, digits.count)]) }.joined(separator: " ")
    }
}
