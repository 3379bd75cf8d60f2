import Primitives

/// A language that the pages speak. A journey's texts come in the journey's language; this is about the rest.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"

    /// The best of our languages for an `Accept-Language` header (RFC 9110 §12.5.4); English when none fits.
    ///
    /// Only the primary subtag counts, and of equal weights the first. No more than 16 ranges are looked at.
    package init(acceptLanguage header: String?) {
        let ranges = (header ?? "").split(separator: ",", maxSplits: 16).prefix(16).compactMap(Self.range)
        let best = ranges.enumerated().max { ($0.element.weight, -$0.offset) < ($1.element.weight, -$1.offset) }
        self = best?.element.language ?? .english
    }

    private static func range(_ text: Substring) -> (language: Language, weight: Double)? {
        let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        guard let tag = parts.first, let primary = tag.lowercased().split(separator: "-").first else { return nil }
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        guard let language = Language(exactly: String(primary)), quality > 0 else { return nil }
        return (language, quality)
    }

    var phrases: Phrases {
        switch self {
        case .english: .english
        case .german: .german
        case .french: .french
        }
    }
}
