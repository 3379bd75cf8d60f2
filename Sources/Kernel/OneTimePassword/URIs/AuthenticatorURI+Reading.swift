internal import Foundation
import Primitives

extension AuthenticatorURI {
    /// Reads a URI, tolerant of what issuers write.
    ///
    /// - Throws: `unsupported` for another scheme, an unknown algorithm or encoder; `missing` for a parameter without which there is no
    ///   account; `malformed` or `outOfRange` for a value that makes none.
    public init(_ text: String) throws(OneTimePasswordError) {
        let uri = try URIText(text)
        guard ["otpauth", "pushauth", "mfauth"].contains(uri.scheme) else {
            throw OneTimePasswordError(.unsupported, "the scheme \(uri.scheme.prefix(32)); it is otpauth, pushauth or mfauth")
        }
        let reader = AuthenticatorURIReader(uri: uri)
        let (issuer, account) = try reader.names()
        self.init(issuer: issuer, account: account)
        if uri.scheme != "pushauth" { password = try reader.password() }
        if uri.scheme != "otpauth" { push = try reader.push() }
        backgroundColor = try reader.color()
        image = reader.image()
        policies = try reader.optionalText("policies")
        userID = try reader.optionalText("uid")
    }
}

/// Makes the parts of an account of a URI's parameters.
struct AuthenticatorURIReader {
    let uri: URIText

    /// The issuer of the parameter goes before that of the path.
    func names() throws(OneTimePasswordError) -> (issuer: String, account: String) {
        let halves = uri.label.map { $0.trimmingCharacters(in: .whitespaces) }
        let account = halves.last ?? ""
        let issuer = uri["issuer"].map(issuer) ?? (halves.count == 2 ? halves[0] : "")
        guard !(issuer.isEmpty && account.isEmpty) else {
            throw OneTimePasswordError(.missing, "the URI names neither an issuer nor an account")
        }
        return (issuer, account)
    }

    /// Plain for one-time passwords, else in base64url; some write it plain there too.
    private func issuer(_ text: String) -> String {
        guard uri.scheme != "otpauth", let bytes = Self.base64(text), let decoded = String(foreign: bytes) else {
            return text.trimmingCharacters(in: .whitespaces)
        }
        return decoded
    }

    func password() throws(OneTimePasswordError) -> AuthenticatorURI.Password {
        guard let text = uri["secret"] else { throw OneTimePasswordError(.missing, "the URI has no secret") }
        guard let secret = Base32.decode(text), !secret.isEmpty else {
            throw OneTimePasswordError(.malformed, "the secret isn't Base32: letters A to Z and digits 2 to 7")
        }
        guard uri["encoder"] == nil else { throw OneTimePasswordError(.unsupported, "codes of an encoder of the issuer's own") }
        let digits = try number("digits", 4...10) ?? 6
        return AuthenticatorURI.Password(
            try kind(), secret: Secret(bytes: secret), algorithm: try algorithm(), digits: Int(digits),
            deviceID: try optionalText("oid"))
    }

    private func kind() throws(OneTimePasswordError) -> AuthenticatorURI.Password.Kind {
        switch uri.host {
        case "totp": .totp(period: Int(try number("period", 1...86_400) ?? 30))
        case "hotp": .hotp(counter: try number("counter", 0...UInt64(Int64.max)) ?? 0)
        default: throw OneTimePasswordError(.unsupported, "one-time passwords of the kind \(uri.host.prefix(32)); there are totp and hotp")
        }
    }

    /// `SHA256`, `sha-256`, `HmacSHA256`
    private func algorithm() throws(OneTimePasswordError) -> HashAlgorithm {
        guard let text = uri["algorithm"] else { return .sha1 }
        let name = text.lowercased().filter { $0.isLetter || $0.isNumber }
        guard let algorithm = HashAlgorithm(exactly: name.hasPrefix("hmac") ? String(name.dropFirst(4)) : name) else {
            throw OneTimePasswordError(.unsupported, "the algorithm \(text.prefix(32)); there are SHA1, SHA256, SHA384 and SHA512")
        }
        return algorithm
    }

    func push() throws(OneTimePasswordError) -> AuthenticatorURI.Push {
        let secret = try bytes("s")
        guard let messageID = uri["m"] else { throw OneTimePasswordError(.missing, "the URI has no m, the id of the message") }
        return AuthenticatorURI.Push(
            registrationURL: try address("r"), authenticationURL: try address("a"), secret: Secret(bytes: secret),
            challenge: try bytes("c"), messageID: messageID,
            loadBalancerCookie: try optionalText("l"),
            deviceID: try optionalText("pid"))
    }

    func color() throws(OneTimePasswordError) -> String? {
        guard let text = uri["b"] else { return nil }
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw OneTimePasswordError(.malformed, "the colour b isn't six hexadecimal digits")
        }
        return digits.lowercased()
    }

    /// Plain, or in Base64 of either alphabet.
    func image() -> String? {
        guard let text = uri["image"], !text.contains("://") else { return uri["image"] }
        guard let bytes = Self.base64(text), let decoded = String(foreign: bytes), decoded.contains("://") else {
            return text
        }
        return decoded
    }

    /// The text of a parameter in base64url; nil without one.
    func optionalText(_ name: String) throws(OneTimePasswordError) -> String? {
        guard let value = uri[name] else { return nil }
        return try text(value, name)
    }

    func text(_ value: String, _ name: String) throws(OneTimePasswordError) -> String {
        guard let bytes = Self.base64(value), let text = String(foreign: bytes), !text.isEmpty else {
            throw OneTimePasswordError(.malformed, "the parameter \(name) isn't text in base64url")
        }
        return text
    }

    private func address(_ name: String) throws(OneTimePasswordError) -> String {
        guard let address = String(foreign: try bytes(name)), ["https://", "http://"].contains(where: address.lowercased().hasPrefix) else {
            throw OneTimePasswordError(.malformed, "the parameter \(name) isn't the address of an http or https resource")
        }
        return address
    }

    private func bytes(_ name: String) throws(OneTimePasswordError) -> [UInt8] {
        guard let text = uri[name] else { throw OneTimePasswordError(.missing, "the URI has no \(name)") }
        guard let bytes = Self.base64(text), !bytes.isEmpty else {
            throw OneTimePasswordError(.malformed, "the parameter \(name) isn't base64url")
        }
        return bytes
    }

    private func number(_ name: String, _ range: ClosedRange<UInt64>) throws(OneTimePasswordError) -> UInt64? {
        guard let text = uri[name] else { return nil }
        guard let number = UInt64(decimal: text, in: range) else {
            throw OneTimePasswordError(.outOfRange, "\(name) is \(text.prefix(32)); it may be \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Base64 of either alphabet, padded or not.
    private static func base64(_ text: String) -> [UInt8]? {
        var standard = text.replacing("-", with: "+").replacing("_", with: "/")
        while standard.hasSuffix("=") { standard.removeLast() }
        guard standard.utf8.count % 4 != 1 else { return nil }
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard).map(Array.init)
    }
}
