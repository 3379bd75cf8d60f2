import Foundation
import OneTimePassword
import Primitives

/// One request of `test_otp.py`.
struct OTPRequest {
    private let members: JSONValue
    private let password: AuthenticatorURI.Password

    init(_ members: JSONValue) throws {
        self.members = members
        if let uri = members["uri"]?.string, let password = try AuthenticatorURI(uri).password {
            self.password = password
        } else {
            password = try Self.password(members)
        }
    }

    private static func password(_ members: JSONValue) throws -> AuthenticatorURI.Password {
        guard let secret = members["secret"]?.string.flatMap({ Base32.decode($0) }),
            let algorithm = members["algorithm"]?.string.flatMap({ HashAlgorithm(rawValue: $0) }),
            let digits = members["digits"]?.integer
        else { throw PeerError(reason: "secret, algorithm or digits are missing") }
        let kind: AuthenticatorURI.Password.Kind =
            if let period = members["period"]?.integer { .totp(period: Int(period)) } else { .hotp(counter: 0) }
        return .init(kind, secret: Secret(bytes: secret), algorithm: algorithm, digits: Int(digits))
    }

    func answer() throws -> JSONObject {
        let code = members["op"]?.string == "verify" ? members["code"]?.string ?? "" : nil
        let window = Int(members["window"]?.integer ?? 0)
        switch password.kind {
        case .totp(let period):
            let generator = try TOTP(password.secret, algorithm: password.algorithm, digits: password.digits, period: period)
            let time = Date(timeIntervalSince1970: members["time"]?.number ?? 0)
            guard let code else { return ["code": .string(generator.code(at: time))] }
            return ["valid": .bool(generator.verify(code, at: time, drift: window) != nil)]
        case .hotp:
            let generator = try HOTP(password.secret, algorithm: password.algorithm, digits: password.digits)
            let counter = UInt64(clamping: members["counter"]?.integer ?? 0)
            guard let code else { return ["code": .string(generator.code(at: counter))] }
            return ["valid": .bool(generator.verify(code, from: counter, lookAhead: window) == counter)]
        }
    }
}

struct PeerError: Error { let reason: String }
