// What Foundation makes of Unicode's data, as text: the same with the whole data of ICU and with the part that packages have.
import Foundation

/// A sum by which two long texts are compared (FNV-1a, 64 bits).
func sum(_ texts: [String]) -> UInt64 {
    texts.joined(separator: "\u{0}").utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

let scalars = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter { $0.properties.generalCategory != .unassigned }.map {
    String($0)
}
let composed = ["e\u{301}", "q\u{307}\u{323}", "\u{1100}\u{1161}\u{11a8}", "ﬁ", "①", "Å", "ｶﾞ", "\u{1F1E9}\u{1F1EA}", "ß", "İ", "ς"]
print("scalars", scalars.count)
print("NFC", sum((scalars + composed).map(\.precomposedStringWithCanonicalMapping)))
print("NFD", sum((scalars + composed).map(\.decomposedStringWithCanonicalMapping)))
print("NFKC", sum((scalars + composed).map(\.precomposedStringWithCompatibilityMapping)))
print("NFKD", sum((scalars + composed).map(\.decomposedStringWithCompatibilityMapping)))
print("lower", sum((scalars + composed).map { $0.lowercased() }), "upper", sum((scalars + composed).map { $0.uppercased() }))
print(
    "localized", sum(composed.map(\.localizedLowercase)), sum(composed.map(\.localizedUppercase)), sum(composed.map(\.localizedCapitalized))
)
print(
    "folded",
    sum((scalars + composed).map { $0.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil) }))

let words = ["zebra", "Äpfel", "apfel", "10", "9", "côte", "coté", "é", "e", "ñ", "n", "Z", "ß", "ss", "日", "本", "а", "б", "_", "-"]
print("compared", words.sorted { $0.localizedCompare($1) == .orderedAscending })
print("standard", words.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
print("insensitive", words.sorted { $0.localizedCaseInsensitiveCompare($1) == .orderedAscending })
print(
    "sets",
    [CharacterSet.letters, .decimalDigits, .alphanumerics, .symbols, .punctuationCharacters, .whitespacesAndNewlines, .uppercaseLetters]
        .map { set in scalars.reduce(0) { $0 + ($1.unicodeScalars.allSatisfy(set.contains) ? 1 : 0) } })

let text = "Ein Satz, \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} und noch einer. Wörter: naïve, don't, 3,14 — 2026-11-29!"
for options in [NSString.EnumerationOptions.byComposedCharacterSequences, .byLines] {
    var parts: [String] = []
    (text as NSString).enumerateSubstrings(in: NSRange(location: 0, length: (text as NSString).length), options: options) { part, _, _, _ in
        parts.append(part ?? "")
    }
    print("parts", parts)
}
for pattern in [#"\p{L}+"#, #"\b\w+\b"#, #"(?i)SATZ"#, #"\p{Han}|\p{Emoji}"#, #"\d+"#, #"\X"#] {
    let expression = try NSRegularExpression(pattern: pattern)
    print("matches", pattern, expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map(\.range.description))
}

let moments = stride(from: -2_208_988_800.0, to: 4_102_444_800, by: 7_777_777).map { Date(timeIntervalSince1970: $0) }
let zones = TimeZone.knownTimeZoneIdentifiers.sorted()
print("zones", zones.count, sum(zones))
print("offsets", sum(zones.flatMap { name in moments.map { "\(TimeZone(identifier: name)?.secondsFromGMT(for: $0) ?? -1)" } }))
print("saving", sum(zones.flatMap { name in moments.map { "\(TimeZone(identifier: name)?.isDaylightSavingTime(for: $0) ?? false)" } }))
for (locale, zone) in [("en_US_POSIX", "GMT"), ("en_US_POSIX", "Europe/Berlin"), ("en_GB", "America/New_York"), ("en", "Asia/Kolkata")] {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: locale), TimeZone(identifier: zone))
    for format in ["yyyy-MM-dd HH:mm:ss.SSS", "EEE, dd MMM yyyy HH:mm:ss Z", "EEEE d MMMM y G, h:mm a zzzz", "w e D QQQQ VV"] {
        formatter.dateFormat = format
        let texts = moments.map { formatter.string(from: $0) }
        print(
            "dates", locale, zone, format, texts[100], sum(texts),
            sum(texts.map { "\(formatter.date(from: $0)?.timeIntervalSince1970 ?? -1)" }))
    }
}
for language in ["ar", "de", "es", "fr", "it", "ja", "nl", "pl", "pt_BR", "sv", "tr", "zh_Hans", "he"] {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone, formatter.dateFormat) = (Locale(identifier: language), .gmt, "EEEE d MMMM y HH:mm")
    print("dates", language, formatter.string(from: moments[100]), sum(moments.map { formatter.string(from: $0) }))
}
for identifier in [Calendar.Identifier.gregorian, .iso8601, .buddhist, .japanese, .hebrew, .islamicCivil, .persian] {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    let parts: Set<Calendar.Component> = [.era, .year, .month, .day, .hour, .weekday, .weekOfYear, .yearForWeekOfYear]
    print("calendar", identifier, sum(moments.map { "\(calendar.dateComponents(parts, from: $0))" }), calendar.firstWeekday)
}
print("iso", sum(moments.map { $0.formatted(.iso8601) }), sum(moments.map { ISO8601DateFormatter().string(from: $0) }))
print(
    "http",
    moments[100].formatted(
        Date.VerbatimFormatStyle(
            format: "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))))

let numbers = NumberFormatter()
numbers.locale = Locale(identifier: "en_US_POSIX")
print("numbers", ["3.14", "1e10", "-0", "inf", "12_3"].map { numbers.number(from: $0)?.description ?? "nil" })
for name in ["de-AT", "zh-Hant-TW", "pt_BR", "en", "sr-Latn", "x", "zh", "az", "ar-EG"] {
    let language = Locale.Language(identifier: name)
    print(
        "language", name, language.languageCode?.identifier ?? "-", language.script?.identifier ?? "-", language.region?.identifier ?? "-",
        language.maximalIdentifier, language.minimalIdentifier, language.characterDirection == .rightToLeft)
}
print("encodings", [String.Encoding.utf8, .utf16, .isoLatin1, .ascii, .windowsCP1252, .utf32].map { "Grüße".data(using: $0)?.count ?? -1 })
print("host", URL(string: "https://bücher.example/ä?ö=ü")?.absoluteString ?? "-", URL(string: "https://faß.example")?.host() ?? "-")
