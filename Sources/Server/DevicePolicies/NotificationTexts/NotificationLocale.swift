import Primitives

/// A language, perhaps as it is in one country: `en`, `en-GB` (ISO 639-1, ISO 3166-1). Case and the kind of dash don't matter.
package struct NotificationLocale: Sendable, Hashable, CustomStringConvertible {
    /// Two letters, in lower case.
    package let language: String
    /// Two letters, in upper case.
    package let region: String?

    /// The language of what every realm has.
    static let standard = NotificationLocale(language: "en", region: nil)

    private init(language: String, region: String?) {
        self.language = language
        self.region = region
    }

    /// Reads a tag of one or two parts with `-` or `_` between them; nil for another text.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).flatMap {
            $0.split(separator: "_", omittingEmptySubsequences: false)
        }
        guard (1...2).contains(parts.count), parts.allSatisfy(Self.isCode), let language = parts.first else { return nil }
        self.init(language: language.lowercased(), region: parts.count == 2 ? parts[1].uppercased() : nil)
    }

    package var description: String { region.map { "\(language)-\($0)" } ?? language }

    /// The same without the country.
    var withoutRegion: NotificationLocale { NotificationLocale(language: language, region: nil) }

    private static func isCode(_ text: Substring) -> Bool { text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter } }
}
