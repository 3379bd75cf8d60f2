import HTTPBase
internal import Primitives

extension FrontSeeds {
    /// Requests to every route that carry a text from outside wherever one may stand: in every header field, and escaped in the path, in the query,
    /// in a form, and in the names and the values of JSON.
    package func hostile(_ text: [UInt8]) -> [FrontInput] {
        let (raw, escaped) = (String(decoding: text, as: UTF8.self), text.map(Self.escape).joined())
        return plain.flatMap { input in
            [Self.heads(input, raw), Self.query(input, escaped), Self.path(input, text)] + Self.bodies(input, raw, escaped)
        }
    }

    private static let fields = [
        "Accept", "Accept-API-Version", "Accept-Language", "Authorization", "Cookie", "Content-Type", "DPoP", "If-Match", "Origin",
        "Referer",
        "User-Agent", "X-Forwarded-For", "X-OpenAM-Username", "X-OpenAM-Password",
    ]

    /// Each of these is read by some route.
    private static let parameters = [
        "_action", "_fields", "_queryFilter", "_queryId", "_sortKeys", "acr_values", "authIndexType", "authIndexValue", "client_id",
        "client_secret",
        "code", "cursor", "filter", "goto", "grant_type", "login_hint", "locale", "nonce", "order", "prompt", "realm", "redirect_uri",
        "request_uri",
        "response_mode", "response_type", "scope", "state", "suspendedId", "token", "ui_locales", "username",
    ]

    private static let members = [
        "accountName", "action", "authId", "callbacks", "deviceName", "email", "field", "mail", "name", "nickname", "operation", "password",
        "policy",
        "registrationToken", "resources", "sn", "tokenId", "type", "user", "username", "value",
    ]

    private static func heads(_ input: FrontInput, _ text: String) -> FrontInput {
        input.with { input in input.fields = fields.map { ($0, text) } }
    }

    private static func query(_ input: FrontInput, _ text: String) -> FrontInput {
        let most = RequestBounds.query / parameters.count
        let value = text.utf8.count < most ? text : String(text.prefix(most / 12 * 3))
        return input.with { $0.target += "?" + parameters.map { "\($0)=\(value)" }.joined(separator: "&") + "&\(value)=1" }
    }

    private static func path(_ input: FrontInput, _ text: [UInt8]) -> FrontInput {
        input.with { input in
            let start = input.target.split(separator: "/").dropLast().joined(separator: "/")
            input.target = "/\(start)/" + text.prefix(1200).map(escape).joined()
        }
    }

    private static func bodies(_ input: FrontInput, _ raw: String, _ escaped: String) -> [FrontInput] {
        guard input.method != "GET" else { return [] }
        let callback = "{\"type\":\"HiddenValueCallback\",\"input\":[{\"name\":\"IDToken1\",\"value\":\"\(raw)\"}],\"output\":[]}"
        let json = [
            "{" + members.map { "\"\($0)\":\"\(raw)\"" }.joined(separator: ",") + "}", "{\"\(raw)\":1}",
            "[{\"operation\":\"replace\",\"field\":\"/\(raw)\",\"value\":\"\(raw)\"}]",
            "{\"authId\":\"a.b.c\",\"callbacks\":[\(callback)]}",
        ]
        let forms = [
            parameters.prefix(4).map { "\($0)=\(escaped)" }.joined(separator: "&"), "client_id=\(escaped)", "\(escaped)=1",
            "IDToken1=\(escaped)",
        ]
        return (json + forms).map { body in input.with { $0.body = Array(body.utf8) } }
    }

    private static func escape(_ byte: UInt8) -> String { "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
