import Foundation
package import Primitives
import WebPush

extension PushAddress {
    private static let longestToken = 4096
    private static let longestEndpoint = 2048

    /// The form in which it is stored: `type`, and by it `token` and `sandbox`, `token`, `endpoint` and `keys`, or `installation`.
    package var json: JSONObject {
        var object: JSONObject = ["type": .string(kind.rawValue)]
        switch self {
        case .apns(let token, let isSandbox):
            object["token"] = .string(token)
            object["sandbox"] = .bool(isSandbox)
        case .fcm(let token), .hms(let token): object["token"] = .string(token)
        case .webPush(let endpoint, let keys):
            object["endpoint"] = .string(endpoint)
            object["keys"] = ["p256dh": .string(keys.p256dh), "auth": .string(keys.auth)]
        case .builtIn(let installation): object["installation"] = .string(installation)
        }
        return object
    }

    /// Reads an address.
    /// - Throws: ``PushError`` `.invalidAddress`, with the member that is wrong.
    package init(json: JSONObject) throws(PushError) {
        guard let kind = json["type"]?.string.flatMap(Kind.init(rawValue:)) else {
            throw Self.invalid("type is one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        switch kind {
        case .apns:
            guard json["sandbox"] == nil || json["sandbox"]?.bool != nil else { throw Self.invalid("sandbox is true or false") }
            self = .apns(token: try Self.apnsToken(json), isSandbox: json["sandbox"]?.bool ?? false)
        case .fcm: self = .fcm(token: try Self.token(json))
        case .hms: self = .hms(token: try Self.token(json))
        case .webPush: self = .webPush(endpoint: try Self.endpoint(json), keys: try Self.keys(json))
        case .builtIn:
            guard let installation = json["installation"]?.string, (1...128).contains(installation.utf8.count) else {
                throw Self.invalid("installation is a text of 1 to 128 bytes")
            }
            self = .builtIn(installation: installation)
        }
    }

    /// It becomes a part of a path.
    private static func apnsToken(_ json: JSONObject) throws(PushError) -> String {
        let token = try token(json)
        guard (16...512).contains(token.utf8.count), token.utf8.allSatisfy(\.isHexadecimal) else {
            throw invalid("token is no device token: hexadecimal digits")
        }
        return token
    }

    private static func token(_ json: JSONObject) throws(PushError) -> String {
        guard let token = json["token"]?.string, (1...longestToken).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw invalid("token is a text of 1 to \(longestToken) printable ASCII characters") }
        return token
    }

    /// Where it may lie is looked at when something is sent there.
    private static func endpoint(_ json: JSONObject) throws(PushError) -> String {
        guard let text = json["endpoint"]?.string, text.utf8.count <= longestEndpoint, let url = URL(string: text),
            url.scheme == "https", let host = url.host, !host.isEmpty, url.user == nil, url.fragment == nil
        else { throw invalid("endpoint is an https URL of at most \(longestEndpoint) bytes") }
        return text
    }

    private static func keys(_ json: JSONObject) throws(PushError) -> WebPushKeys {
        guard let p256dh = json["keys"]?["p256dh"]?.string, let auth = json["keys"]?["auth"]?.string else {
            throw invalid("keys has p256dh and auth")
        }
        do { return try WebPushKeys(p256dh: p256dh, auth: auth) } catch { throw invalid("keys: \(error.reason)") }
    }

    private static func invalid(_ what: String) -> PushError { PushError(.invalidAddress, "a push address' \(what)") }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: false
        }
    }
}
