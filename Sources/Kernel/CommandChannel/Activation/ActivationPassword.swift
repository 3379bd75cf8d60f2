public import Primitives

/// The activation password: random characters of Crockford's base 32 and one to check them.
///
/// Users type it, so capitals don't count, hyphens and spaces are passed over, and `I`, `L` and `O` are read as the digits that they look like.
public struct ActivationPassword: Sendable, Equatable {
    /// The strength of a password.
    public enum Strength: Int, Sendable, CaseIterable {
        /// 40 bits: eight characters, and the check.
        case short = 8
        /// 80 bits: sixteen characters, and the check.
        case long = 16
    }

    /// The reason why a text is no password. None of them tells anything of the true one.
    public enum Fault: Error, Sendable, Equatable {
        /// Nothing was typed.
        case empty
        /// There are more or fewer characters than in a password.
        case length
        /// A character is none of the alphabet, or the last one doesn't fit the others.
        case checksum
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let checks = alphabet + Array("*~$=U".utf8)

    /// The characters, in the one spelling that is computed with.
    let canonical: Secret

    /// A new password.
    public init(_ strength: Strength = .short, random: any RandomSource) {
        let body = random.characters(strength.rawValue, of: String(own: Self.alphabet))
        canonical = Secret(bytes: body + [Self.check(of: body)])
    }

    /// Reads what a user typed.
    /// - Throws: ``Fault``.
    public init(_ typed: String) throws(Fault) {
        let characters = typed.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }.map(Self.spelled)
        guard !characters.isEmpty else { throw .empty }
        guard Strength(rawValue: characters.count - 1) != nil else { throw .length }
        let body = Array(characters.dropLast())
        guard body.allSatisfy(Self.alphabet.contains), Self.check(of: body) == characters.last else { throw .checksum }
        canonical = Secret(bytes: characters)
    }

    /// The password for the user to read.
    public var text: String { canonical.reveal() }

    private static func spelled(_ character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): UInt8(ascii: "1")
        case UInt8(ascii: "o"), UInt8(ascii: "O"): UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 32
        default: character
        }
    }

    private static func check(of body: [UInt8]) -> UInt8 {
        checks[body.reduce(0) { ($0 * 32 + (alphabet.firstIndex(of: $1) ?? 0)) % 37 }]
    }
}
