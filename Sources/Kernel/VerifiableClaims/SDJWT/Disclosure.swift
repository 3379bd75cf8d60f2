public import Primitives

/// A claim that its holder may show or keep back: a salt, the name of a member, and the value (RFC 9901 §4.2).
public struct Disclosure: Sendable, Equatable {
    /// The base64url text that is sent, of which the issuer signed the hash.
    public let text: String
    /// The random text that keeps the hash from being guessed.
    public let salt: String
    /// The member's name; nil for an element of an array.
    public let name: String?
    /// The value, which may have digests of further Disclosures.
    public let value: JSONValue

    /// Makes a Disclosure, as compact JSON.
    /// - Parameters:
    ///   - salt: random, of 128 bits or more, and used once (§9.3).
    ///   - name: the member's; nil for an element of an array.
    public init(salt: String, name: String?, value: JSONValue) {
        self.salt = salt
        self.name = name
        self.value = value
        let parts: [JSONValue] = name.map { [.string(salt), .string($0), value] } ?? [.string(salt), value]
        text = Base64URL.encode(JSONValue.array(parts).encoded)
    }

    /// Reads the text of a Disclosure, of whatever spacing.
    /// - Parameter depth: the depth to which the value may nest.
    /// - Throws: ``SDJWTError/Code/malformedDisclosure``.
    public init(parsing text: String, depth: Int = SDJWTLimits.standard.depth) throws(SDJWTError) {
        guard let json = Base64URL.decode(text) else { throw SDJWTError(.malformedDisclosure, "a Disclosure that isn't base64url") }
        let parsed: JSONValue
        do { parsed = try JSONValue(parsing: json, limits: JSONLimits(bytes: json.count, depth: depth + 1)) } catch {
            throw SDJWTError(.malformedDisclosure, "a Disclosure is \(error.reason)", underlying: error)
        }
        guard let parts = parsed.array, (2...3).contains(parts.count), let salt = parts[0].string else {
            throw SDJWTError(.malformedDisclosure, "a Disclosure that isn't an array of a salt and one or two more")
        }
        guard parts.count == 2 || parts[1].string != nil else { throw SDJWTError(.malformedDisclosure, "a Disclosure's name isn't a text") }
        self.text = text
        self.salt = salt
        name = parts.count == 3 ? parts[1].string : nil
        value = parts[parts.count - 1]
    }
}
