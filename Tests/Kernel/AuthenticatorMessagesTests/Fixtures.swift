import AuthenticatorMessages
import Crypto
import Foundation
import JOSE
import Primitives

/// A mechanism and messages of it to test with.
enum Fixtures {
    static let secret = Secret("0123456789abcdef0123456789abcdef")
    static let other = Secret("fedcba9876543210fedcba9876543210")
    static let challenge: [UInt8] = Array(0..<32)
    static let now = Date(timeIntervalSince1970: 1_763_700_000)
    static let device = PushDevice(token: "0AFF", name: "Ada's phone", type: "ios", carrier: .apns)

    static let request = PushRequest(
        mechanismID: "5e0c", challenge: challenge, lifetime: 90, created: now, message: "Sign in?", customPayload: #"{"amount":"5"}"#,
        kind: .challenge, numbers: ["34", "56", "02"], context: PushContext(address: "203.0.113.7").text, userID: "ada",
        deviceName: "Ada's phone")

    /// A JWT of any claims, as somebody else makes it.
    static func token(_ claims: JSONObject, secret: Secret = secret, header: String = #"{"typ":"JWT","alg":"HS256"}"#) -> String {
        let input = Base64URL.encode(header.utf8) + "." + Base64URL.encode(JSONValue.object(claims).encoded)
        let mac = secret.withBytes { HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: SymmetricKey(data: $0)) }
        return input + "." + Base64URL.encode(mac)
    }

    /// The claims of a JWT, without any check.
    static func claims(_ token: String) throws -> JSONObject {
        let parts = token.split(separator: ".")
        return try JSONValue(parsing: Base64URL.decode(parts[1]) ?? []).object ?? [:]
    }
}
