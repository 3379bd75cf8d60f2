package import Foundations
import Primitives
import ResourceMessages

/// The pages of other origins that may call a realm (CORS).
package struct CrossOriginSettings: SettingsSection {
    package var corsOrigins: [String] = []
    package var corsHeaders: [String] = []
    package var corsExposedHeaders: [String] = []

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            5010, "corsOrigins", \.corsOrigins, .list(.text),
            """
            Origins whose pages may call this realm with credentials (CORS); exact, such as https://app.example.com. The origin null, which pages \
            in a sandbox have too, counts only where a gateway's redirect leads a page's script, and nothing is told there.
            """),
        Setting(
            5020, "corsHeaders", \.corsHeaders, .list(.text),
            "Header fields that these pages may send besides those of the documented SDKs, such as X-Request-Id."),
        Setting(
            5030, "corsExposedHeaders", \.corsExposedHeaders, .list(.text),
            "Header fields that these pages may read of answers besides those of the documented SDKs."),
    ]
}

extension CrossOriginSettings {
    /// The origin of pages that have none of their own (HTML, *opaque origin*).
    package static let opaqueOrigin = "null"

    private static let mostHeaders = 64

    package func check() throws(DomainError) {
        for origin in corsOrigins where origin != Self.opaqueOrigin && BrowserOrigin(origin) == nil {
            throw DomainError(.invalid, "corsOrigins: \(origin.prefix(128)) is \(BrowserOrigin.demand)")
        }
        for (setting, names) in [("corsHeaders", corsHeaders), ("corsExposedHeaders", corsExposedHeaders)] {
            guard names.count <= Self.mostHeaders, names.allSatisfy(Self.isFieldName) else {
                throw DomainError(.invalid, "\(setting) are at most \(Self.mostHeaders) names of header fields, such as X-Request-Id")
            }
        }
    }

    /// The name of a header field (RFC 9110 §5.1). `*` is one, but browsers take it for all of them, or with credentials for none.
    private static func isFieldName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text != "*"
            && text.utf8.allSatisfy { "!#$%&'*+-.^_`|~".utf8.contains($0) || isAlphanumeric($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }
}
