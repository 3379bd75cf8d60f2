import Primitives

/// A one-time password as the apps' files have it, put together with the names that they use alike.
struct ListedPassword {
    var issuer = ""
    var account = ""
    var type = "totp"
    var secret: String
    var algorithm: String?
    var digits: Int64?
    var period: Int64?
    var counter: Int64?

    /// - Throws: ``OneTimePasswordError`` for what this module has no codes for.
    func uri() throws(OneTimePasswordError) -> AuthenticatorURI {
        guard let bytes = Base32.decode(secret), !bytes.isEmpty else { throw OneTimePasswordError(.malformed, "its secret isn't Base32") }
        guard !(issuer.isEmpty && account.isEmpty) else {
            throw OneTimePasswordError(.missing, "it names neither an issuer nor an account")
        }
        let digits = try number(digits, "digits", 4...10, default: 6)
        return AuthenticatorURI(
            issuer: issuer, account: account,
            password: .init(try kind(), secret: Secret(bytes: bytes), algorithm: try hash(), digits: Int(digits)))
    }

    /// A text of a file; nil for one that is empty, or no text.
    static func text(_ value: JSONValue?) -> String? { value?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// A whole number of a file; nil for one that isn't there. One that can't be read isn't taken for absent: the codes would be others.
    static func integer(_ value: JSONValue?, _ name: String) throws(OneTimePasswordError) -> Int64? {
        guard let value, value != .null else { return nil }
        guard let number = value.integer ?? value.string.flatMap({ Int64(decimal: $0) }) else {
            throw OneTimePasswordError(.malformed, "its \(name) is no whole number")
        }
        return number
    }

    /// The name of an entry as its owner knows it: issuer and account, as far as there are such.
    static func name(_ issuer: JSONValue?, _ account: JSONValue?) -> String? {
        let parts = [text(issuer), text(account)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private func kind() throws(OneTimePasswordError) -> AuthenticatorURI.Password.Kind {
        switch type.lowercased() {
        case "totp": .totp(period: Int(try number(period, "period", 1...86_400, default: 30)))
        case "hotp": .hotp(counter: UInt64(try number(counter, "counter", 0...Int64.max, default: 0)))
        default: throw OneTimePasswordError(.unsupported, "codes of the kind \(type.prefix(32)); there are totp and hotp")
        }
    }

    private func hash() throws(OneTimePasswordError) -> HashAlgorithm {
        guard let algorithm else { return .sha1 }
        let name = algorithm.lowercased().filter { $0.isLetter || $0.isNumber }
        guard let hash = HashAlgorithm(exactly: name.hasPrefix("hmac") ? String(name.dropFirst(4)) : name) else {
            throw OneTimePasswordError(.unsupported, "the algorithm \(algorithm.prefix(32)); there are SHA1, SHA256, SHA384 and SHA512")
        }
        return hash
    }

    private func number(
        _ number: Int64?, _ name: String, _ range: ClosedRange<Int64>, default absent: Int64
    ) throws(OneTimePasswordError) -> Int64 {
        guard let number else { return absent }
        guard range.contains(number) else {
            throw OneTimePasswordError(.outOfRange, "its \(name) is \(number); it may be \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension AuthenticatorURI {
    /// The one-time password that a list is to hold.
    var listed: Password {
        get throws(OneTimePasswordError) {
            guard let password else { throw OneTimePasswordError(.unsupported, "an account without a one-time password can't be listed") }
            return password
        }
    }
}

extension AuthenticatorURI.Password {
    var base32: JSONValue { .string(secret.withBytes { Base32.encode($0) }) }
    var algorithmName: JSONValue { .string(algorithm.rawValue.uppercased()) }

    /// The name of its kind, and its period or counter as a member.
    var named: (type: String, member: (String, JSONValue)) {
        switch kind {
        case .totp(let period): ("totp", ("period", .integer(Int64(period))))
        case .hotp(let counter): ("hotp", ("counter", .integer(Int64(clamping: counter))))
        }
    }
}
