import Crypto
import JourneyEngine
import JourneyModel
import Primitives

/// Digests and authentication codes for scripts; the interpreter has none.
enum ScriptCryptography {
    static func answer(_ arguments: ScriptArguments) throws -> JSONValue {
        if arguments.method == "crypto.digest" { return .string(try digest(arguments.text(0), arguments.bytes(1))) }
        return .string(try authenticationCode(arguments.text(0), key: arguments.bytes(1), arguments.bytes(2)))
    }

    private static func digest(_ algorithm: String, _ data: [UInt8]) throws -> String {
        switch algorithm.uppercased() {
        case "SHA-1": Base64.encode(Insecure.SHA1.hash(data: data))
        case "SHA-256": Base64.encode(SHA256.hash(data: data))
        case "SHA-384": Base64.encode(SHA384.hash(data: data))
        case "SHA-512": Base64.encode(SHA512.hash(data: data))
        default: throw ScriptRefusal("there is no digest \(algorithm.prefix(64)); there are SHA-1, SHA-256, SHA-384 and SHA-512")
        }
    }

    private static func authenticationCode(_ algorithm: String, key: [UInt8], _ data: [UInt8]) throws -> String {
        let key = SymmetricKey(data: key)
        return switch algorithm.uppercased() {
        case "SHA-1": Base64.encode(HMAC<Insecure.SHA1>.authenticationCode(for: data, using: key))
        case "SHA-256": Base64.encode(HMAC<SHA256>.authenticationCode(for: data, using: key))
        case "SHA-384": Base64.encode(HMAC<SHA384>.authenticationCode(for: data, using: key))
        case "SHA-512": Base64.encode(HMAC<SHA512>.authenticationCode(for: data, using: key))
        default: throw ScriptRefusal("there is no HMAC with \(algorithm.prefix(64)); there are SHA-1, SHA-256, SHA-384 and SHA-512")
        }
    }
}
