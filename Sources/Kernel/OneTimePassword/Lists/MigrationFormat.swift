internal import Foundation
import Primitives

/// Google Authenticator's transfer codes, `otpauth-migration://offline?data=…`: Base64 of a protocol buffer.
///
/// `MigrationPayload { repeated Parameters 1; version 2; batch_size 3; batch_index 4; batch_id 5 }`,
/// `Parameters { secret 1; name 2; issuer 3; algorithm 4; digits 5; type 6; counter 7 }`. Every period is 30 seconds.
enum MigrationFormat {
    private static let longest = 65_536
    /// The number of accounts that one code holds, so that it can be scanned.
    private static let mostInOne = 10
    private static let algorithms: [UInt64: HashAlgorithm] = [0: .sha1, 1: .sha1, 2: .sha256, 3: .sha512]
    private static let digits: [UInt64: Int] = [0: 6, 1: 6, 2: 8]

    /// The accounts of a code, one that can't be used among them or not.
    /// - Throws: ``OneTimePasswordError`` for a code that can't be read, or holds no account.
    static func entries(_ uri: String) throws(OneTimePasswordError) -> [AccountList.Entry] {
        let accounts = try payload(of: uri).compactMap { field -> AccountList.Entry? in
            guard field.number == 1, case .bytes(let bytes) = field.value else { return nil }
            let parameters = ProtocolBuffer.fields(Array(bytes))
            return AccountList.Entry(name(parameters ?? [])) { () throws(OneTimePasswordError) in try account(parameters) }
        }
        guard !accounts.isEmpty else { throw OneTimePasswordError(.missing, "the code holds no account") }
        return accounts
    }

    private static func payload(of uri: String) throws(OneTimePasswordError) -> [ProtocolBuffer.Field] {
        guard uri.utf8.count <= longest, uri.lowercased().hasPrefix("otpauth-migration://offline?"), let mark = uri.firstRange(of: "data=")
        else { throw OneTimePasswordError(.malformed, "this is no URI of otpauth-migration with data, of at most \(longest) bytes") }
        let text = uri[mark.upperBound...].prefix { $0 != "&" && $0 != "#" && !$0.isWhitespace }
        guard
            var base64 = String(percentDecoding: text)?.replacing(" ", with: "+").replacing("-", with: "+").replacing("_", with: "/")
        else { throw OneTimePasswordError(.malformed, "the data of the code isn't percent-encoded") }
        while base64.hasSuffix("=") { base64.removeLast() }
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64), let fields = ProtocolBuffer.fields(Array(bytes)) else {
            throw OneTimePasswordError(.malformed, "the data of the code isn't Base64 of a protocol buffer")
        }
        return fields
    }

    /// The name and issuer of an account's parameters, as they stand.
    private static func name(_ fields: [ProtocolBuffer.Field]) -> String? {
        let texts = [UInt64(3), 2].compactMap { number -> String? in
            for case .bytes(let bytes) in fields.filter({ $0.number == number }).map(\.value) where !bytes.isEmpty {
                return String(foreign: bytes)
            }
            return nil
        }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    private static func account(_ fields: [ProtocolBuffer.Field]?) throws(OneTimePasswordError) -> AuthenticatorURI {
        guard let fields else { throw OneTimePasswordError(.malformed, "its parameters can't be read") }
        var (secret, name, issuer) = ([UInt8](), "", "")
        var numbers: [UInt64: UInt64] = [:]
        for field in fields {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): secret = Array(bytes)
            case (2, .bytes(let bytes)): name = try text(bytes)
            case (3, .bytes(let bytes)): issuer = try text(bytes)
            case (_, .number(let number)): numbers[field.number] = number
            default: break
            }
        }
        guard !secret.isEmpty else { throw OneTimePasswordError(.missing, "it has no secret") }
        guard let algorithm = algorithms[numbers[4] ?? 0] else {
            throw OneTimePasswordError(.unsupported, "its algorithm is MD5 or unknown")
        }
        guard let digits = digits[numbers[5] ?? 0] else {
            throw OneTimePasswordError(.unsupported, "its codes have neither 6 nor 8 digits")
        }
        // The name of some accounts is the label of their URI, issuer and all.
        let halves = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        if halves.count == 2, issuer.isEmpty || halves[0] == issuer { (issuer, name) = (halves[0], halves[1]) }
        guard !(issuer.isEmpty && name.isEmpty) else { throw OneTimePasswordError(.missing, "it names neither an issuer nor an account") }
        let kind: AuthenticatorURI.Password.Kind
        switch numbers[6] ?? 2 {
        case 0, 2: kind = .totp(period: 30)
        case 1: kind = .hotp(counter: min(numbers[7] ?? 0, UInt64(Int64.max)))
        default: throw OneTimePasswordError(.unsupported, "its codes are neither totp nor hotp")
        }
        return AuthenticatorURI(
            issuer: issuer, account: name, password: .init(kind, secret: Secret(bytes: secret), algorithm: algorithm, digits: digits))
    }

    private static func text(_ bytes: some Collection<UInt8>) throws(OneTimePasswordError) -> String {
        guard let text = String(foreign: bytes) else { throw OneTimePasswordError(.malformed, "a name in it is no text") }
        return text
    }

    /// The codes, of ten accounts each.
    static func uris(_ accounts: [AuthenticatorURI]) throws(OneTimePasswordError) -> [String] {
        let batches = stride(from: 0, to: accounts.count, by: mostInOne).map { accounts[$0..<min($0 + mostInOne, accounts.count)] }
        var uris: [String] = []
        for (index, batch) in batches.enumerated() {
            var payload: [UInt8] = []
            for account in batch { ProtocolBuffer.append(try parameters(account), as: 1, to: &payload) }
            for (number, value) in [(2, 1), (3, batches.count), (4, index), (5, 1)] {
                ProtocolBuffer.append(UInt64(value), as: UInt64(number), to: &payload)
            }
            let data = Data(payload).base64EncodedString()
            let escaped = data.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
            uris.append("otpauth-migration://offline?data=\(escaped)")
        }
        return uris
    }

    private static func parameters(_ account: AuthenticatorURI) throws(OneTimePasswordError) -> [UInt8] {
        let password = try account.listed
        guard let algorithm = [HashAlgorithm.sha1: 1, .sha256: 2, .sha512: 3][password.algorithm],
            let digits = [6: 1, 8: 2][password.digits]
        else { throw unsupported(account, "codes of 6 or 8 digits, and not SHA-384") }
        var bytes: [UInt8] = []
        ProtocolBuffer.append(password.secret.withBytes { Array($0) }, as: 1, to: &bytes)
        ProtocolBuffer.append(Array(account.account.utf8), as: 2, to: &bytes)
        ProtocolBuffer.append(Array(account.issuer.utf8), as: 3, to: &bytes)
        ProtocolBuffer.append(UInt64(algorithm), as: 4, to: &bytes)
        ProtocolBuffer.append(UInt64(digits), as: 5, to: &bytes)
        switch password.kind {
        case .totp(period: 30): ProtocolBuffer.append(2, as: 6, to: &bytes)
        case .totp: throw unsupported(account, "periods of 30 seconds")
        case .hotp(let counter):
            ProtocolBuffer.append(1, as: 6, to: &bytes)
            ProtocolBuffer.append(counter, as: 7, to: &bytes)
        }
        return bytes
    }

    private static func unsupported(_ account: AuthenticatorURI, _ what: String) -> OneTimePasswordError {
        OneTimePasswordError(.unsupported, "\(account.issuer) \(account.account) doesn't fit into a transfer code, which has \(what)")
    }
}
