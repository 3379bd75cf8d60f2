import Primitives

extension Language {
    /// The first of some languages that there is, best first; English when there is none of them.
    ///
    /// - Parameter tags: tags such as `de-CH`, by BCP 47. No more than 32 are looked at.
    package init(preferring tags: some Sequence<String>) {
        self = tags.prefix(32).lazy.compactMap(Self.init(matching:)).first ?? .english
    }

    /// The best of our languages for an `Accept-Language` header (RFC 9110 §12.5.4); English when none fits. Of equal weights the first
    /// counts. No more than 16 ranges are looked at.
    package init(acceptLanguage header: String?) {
        let ranges = (header ?? "").split(separator: ",", maxSplits: 16).prefix(16).compactMap(Self.range)
        let best = ranges.enumerated().max { ($0.element.weight, -$0.offset) < ($1.element.weight, -$1.offset) }
        self = best?.element.language ?? .english
    }

    /// The language that suits readers of a language: its own, of whatever country. Readers of traditional Chinese are not given simplified
    /// characters. nil when there is none.
    package init?(matching tag: String) {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
        guard let primary = parts.first, !Self.isTraditionalChinese(parts),
            let language = Self.allCases.first(where: { $0.primary == primary })
        else { return nil }
        self = language
    }

    /// The first part of the tag.
    private var primary: Substring { rawValue.prefix { $0 != "-" } }

    private static func isTraditionalChinese(_ parts: [Substring]) -> Bool {
        guard parts.first == "zh", !parts.contains("hans") else { return false }
        return parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
    }

    private static func range(_ text: Substring) -> (language: Language, weight: Double)? {
        let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        guard let language = parts.first.flatMap({ Language(matching: String($0)) }), quality > 0 else { return nil }
        return (language, quality)
    }
}
