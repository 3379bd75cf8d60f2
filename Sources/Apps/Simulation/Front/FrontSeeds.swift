import Dialects
package import HTTPBase
internal import HTTPTypes
internal import Primitives

/// Requests to begin with: every route as it is meant, then with each segment repeated, nested in realms and made longer, and with queries,
/// header fields and bodies that are hard to read.
package struct FrontSeeds {
    private let table: RouteTable

    package init(_ table: RouteTable) { self.table = table }

    /// One for each route.
    package var plain: [FrontInput] {
        table.routes.map { FrontInput($0.method.rawValue, Self.path(of: $0), Self.fields(of: $0), body: Self.body(of: $0)) }
    }

    /// The same with a NUL character, which no engine stores: at the end of the path, in a query, in a body.
    package var unstorable: [FrontInput] {
        plain.map { input in
            input.with { changed in
                changed.target += "%00?_queryId=%00&realm=%00&name=%00"
                if input.method != "GET" { changed.body = Array("{\"name\":\"\\u0000\",\"username\":\"a\\u0000\"}".utf8) }
            }
        }
    }

    /// Those that are meant, and what is done to each.
    package var all: [FrontInput] { plain.flatMap { [$0] + Self.paths($0) + Self.queries($0) + Self.heads($0) + Self.bodies($0) } }

    private static func path(of route: Route) -> String {
        let values = ["environmentID": "{alpha}", "realm": "{alpha}", "userID": "{other}", "id": "{user}", "type": "user", "kind": "oath"]
        return route.path.examples(realms: ["/realms/alpha"]) { values[$0] ?? "{user}" }.first ?? "/"
    }

    private static func isForm(_ route: Route) -> Bool {
        ["/oauth2", "/as", "/{realm}"].contains { route.label.contains($0) } && !isAM(route)
    }
    private static func isAM(_ route: Route) -> Bool { route.label.contains("/json/") || route.label.hasPrefix("/openidm") }

    private static func fields(of route: Route) -> [(name: String, value: String)] {
        let isPlatform = route.label.hasPrefix("/v1") || route.label.hasPrefix("/{environmentID}")
        return [
            ("Content-Type", isForm(route) ? "application/x-www-form-urlencoded" : "application/json"), ("X-Requested-With", "x"),
            isPlatform ? ("Authorization", "Bearer {worker}") : ("Cookie", "{cookie}={session}"),
        ]
    }

    private static func body(of route: Route) -> String {
        if route.isSafe { return "" }
        return isForm(route) ? "grant_type=client_credentials&token=x&client_id=worker&client_secret=s3cret" : "{}"
    }
}

extension FrontSeeds {
    private static func paths(_ input: FrontInput) -> [FrontInput] {
        let segments = input.target.split(separator: "/").map(String.init)
        return segments.indices.flatMap { index in
            let long = segments[index] + String(repeating: "a", count: 1500)
            let escaped = String(repeating: "%2e", count: 400)
            let others = [
                Array(repeating: segments[index], count: 24), [long], [escaped],
                Array(repeating: "realms/a", count: 12) + [segments[index]],
            ]
            return others.map { replacement in
                var changed = segments
                changed.replaceSubrange(index...index, with: replacement)
                return input.with { $0.target = "/" + changed.joined(separator: "/") }
            }
        }
    }

    /// Each of these parameters is one that some route reads.
    private static func queries(_ input: FrontInput) -> [FrontInput] {
        let nested = String(repeating: "(", count: 2000) + "a%20eq%201" + String(repeating: ")", count: 2000)
        let nots = String(repeating: "!", count: 3000) + "(a%20pr)"
        let disjunction = Array(repeating: "userName%20co%20%22a%22", count: 200).joined(separator: "%20or%20")
        let words = Array(repeating: "openid", count: 6000).joined(separator: "%20")
        let values = [
            "_queryFilter=\(nested)", "_queryFilter=\(nots)", "_queryFilter=\(disjunction)", "filter=\(disjunction)", "filter=\(nested)",
            "_fields=\(Array(repeating: "a", count: 9000).joined(separator: ","))", "scope=\(words)", "ui_locales=\(words)",
            "acr_values=\(words)", "prompt=\(words)", "_action=\(String(repeating: "a", count: 60_000))",
            "realm=\(String(repeating: "/a", count: 20_000))", Array(repeating: "a=b", count: 15_000).joined(separator: "&"),
            "goto=\(String(repeating: "%2F", count: 15_000))", "order=\(String(repeating: "a.", count: 200))",
            "authIndexType=composite_advice&authIndexValue=\(String(repeating: "%3CA%3E", count: 6000))",
            "_sortKeys=\(Array(repeating: "userName", count: 5000).joined(separator: ","))",
            "locale=\(String(repeating: "de-", count: 15_000))",
        ]
        return values.map { value in input.with { $0.target += "?" + value } }
    }

    private static func heads(_ input: FrontInput) -> [FrontInput] {
        let long = String(repeating: "a", count: 60_000)
        let fields = [
            ("Cookie", Array(repeating: "a=b", count: 15_000).joined(separator: "; ")), ("Cookie", "{cookie}=\(long)"),
            ("Authorization", "Bearer " + long), ("Authorization", "Basic " + long),
            ("Authorization", "Bearer " + String(repeating: "a.", count: 30_000)),
            ("Accept-Language", String(repeating: "de;q=0.1,", count: 6000)), ("Accept-Language", String(repeating: ";", count: 60_000)),
            ("Accept-API-Version", String(repeating: "resource=1,", count: 5000)), ("Content-Type", String(repeating: ";", count: 60_000)),
            ("Origin", long), ("If-Match", long), ("User-Agent", long), ("X-Forwarded-For", String(repeating: "1,", count: 30_000)),
            ("DPoP", long), ("Accept", String(repeating: "text/html,", count: 6000)),
        ]
        return fields.map { field in input.with { $0.fields.append(field) } }
    }

    private static func bodies(_ input: FrontInput) -> [FrontInput] {
        guard input.method != "GET" else { return [] }
        let texts = [
            String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 20_000),
            "{" + (0..<4000).map { "\"a\($0)\":1" }.joined(separator: ",") + "}",
            "[" + Array(repeating: "{\"operation\":\"replace\",\"field\":\"/sn\",\"value\":\"x\"}", count: 3000).joined(separator: ",")
                + "]",
            "{\"authId\":\"" + String(repeating: "a.", count: 30_000) + "\",\"callbacks\":[]}",
            "{\"username\":\"" + String(repeating: "é", count: 60_000) + "\",\"password\":\"" + String(repeating: "p", count: 60_000)
                + "\"}",
            "{\"name\":\"" + String(repeating: "\\u0000", count: 40_000) + "\"}", "[1e" + String(repeating: "9", count: 60_000) + "]",
            String(repeating: "a=b&", count: 15_000), "client_id=worker&client_secret=" + String(repeating: "%41", count: 20_000),
            "grant_type=refresh_token&refresh_token=" + String(repeating: "a.", count: 30_000),
            "grant_type=authorization_code&code=x&code_verifier=" + String(repeating: "a", count: 60_000),
            "token=" + String(repeating: "a.", count: 30_000) + "&client_id=worker&client_secret=s3cret",
        ]
        return texts.map { text in input.with { $0.body = Array(text.utf8) } }
    }
}

extension FrontInput {
    func with(_ change: (inout FrontInput) -> Void) -> FrontInput {
        var copy = self
        change(&copy)
        return copy
    }
}
