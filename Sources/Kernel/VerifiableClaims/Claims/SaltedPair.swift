import Primitives

/// A key and a value of a claim, each with a salt of its own.
public struct SaltedPair: Sendable, Hashable {
    /// The key.
    public let key: SaltedText
    /// The value.
    public let value: SaltedText

    /// A pair of its parts.
    public init(key: SaltedText, value: SaltedText) {
        self.key = key
        self.value = value
    }

    /// The hashes that the issuer signs beside each other.
    var digests: [String] { [key.digest(as: .key), value.digest(as: .value)] }

    /// The pair as an SD-JWT's Disclosure, whose salt is both salts, the key's first.
    var disclosure: Disclosure {
        Disclosure(salt: Base64URL.encode(key.salt + value.salt), name: key.content, value: .string(value.content))
    }

    /// The pair of a Disclosure; nil for one of another form.
    init?(_ disclosure: Disclosure) {
        guard let name = disclosure.name, let content = disclosure.value.string, let salt = Base64URL.decode(disclosure.salt),
            let key = SaltedText(name, salt: salt.prefix(SaltedText.saltLength)),
            let value = SaltedText(content, salt: salt.dropFirst(SaltedText.saltLength))
        else { return nil }
        self.init(key: key, value: value)
        guard self.disclosure.text == disclosure.text else { return nil }
    }
}
