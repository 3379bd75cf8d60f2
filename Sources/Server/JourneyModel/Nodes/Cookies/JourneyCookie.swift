package import Primitives

/// A cookie that a journey sets when it succeeds.
package struct JourneyCookie: Sendable, Equatable {
    /// The cookie's name, unique with its domain and path.
    package var name: String
    /// The cookie's value.
    package var value: String
    /// Seconds; nil for as long as the browser runs.
    package var maxAge: Int?
    /// The domain whose hosts receive it; nil for this host alone.
    package var domain: String?
    /// The path below which it is sent; nil when none is set.
    package var path: String?
    /// Whether browsers send it over TLS only.
    package var isSecure: Bool
    /// Whether scripts of pages are kept from reading it.
    package var isHTTPOnly: Bool
    package var sameSite: SameSite

    /// The value of `SameSite` (RFC 6265bis §4.1.2.7), by AM's names.
    package enum SameSite: String, Sendable, CaseIterable { case lax = "LAX", strict = "STRICT", none = "NONE" }

    package init(
        name: String, value: String, maxAge: Int? = nil, domain: String? = nil, path: String? = nil, isSecure: Bool, isHTTPOnly: Bool,
        sameSite: SameSite
    ) {
        self.name = name
        self.value = value
        self.maxAge = maxAge
        self.domain = domain
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// A name that RFC 6265 §4.1.1 allows. The prefixes by which browsers demand more of a cookie aren't for journeys.
    static func isName(_ name: String) -> Bool {
        let separators = Set("()<>@,;:\\\"/[]?={} \t".utf8)
        let isToken = name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !separators.contains($0) }
        return (1...128).contains(name.utf8.count) && isToken && !name.lowercased().hasPrefix("__")
    }

    /// A value that RFC 6265 §4.1.1 allows.
    static func isValue(_ value: String) -> Bool {
        let forbidden = Set("\",;\\".utf8)
        return value.utf8.count <= 2048 && value.utf8.allSatisfy { (0x21...0x7E).contains($0) && !forbidden.contains($0) }
    }
}

extension JourneyCookie.SameSite: SettingValue {}

extension JourneyCookie {
    package var json: JSONValue {
        var object: JSONObject = [
            "n": .string(name), "v": .string(value), "s": .bool(isSecure), "h": .bool(isHTTPOnly), "l": .string(sameSite.rawValue),
        ]
        object["a"] = maxAge.map { .integer(Int64($0)) }
        object["d"] = domain.map(JSONValue.string)
        object["p"] = path.map(JSONValue.string)
        return .object(object)
    }

    /// Reads what ``json`` writes; nil when a member is missing or isn't known.
    package init?(json: JSONValue) {
        guard let name = json["n"]?.string, let value = json["v"]?.string,
            let sameSite = json["l"]?.string.flatMap(SameSite.init(exactly:))
        else { return nil }
        self.init(
            name: name, value: value, maxAge: json["a"]?.integer.map { Int($0) }, domain: json["d"]?.string, path: json["p"]?.string,
            isSecure: json["s"]?.bool ?? true, isHTTPOnly: json["h"]?.bool ?? true, sameSite: sameSite)
    }
}
