import Logging
import Primitives

extension Language {
    /// The texts in this language.
    package var catalogue: Catalogue {
        switch self {
        case .english: Catalogue.english
        case .german: Catalogue.german
        case .french: Catalogue.french
        case .spanish: Catalogue.spanish
        case .italian: Catalogue.italian
        case .brazilianPortuguese: Catalogue.brazilianPortuguese
        case .dutch: Catalogue.dutch
        case .polish: Catalogue.polish
        case .swedish: Catalogue.swedish
        case .turkish: Catalogue.turkish
        case .japanese: Catalogue.japanese
        case .simplifiedChinese: Catalogue.simplifiedChinese
        case .arabic: Catalogue.arabic
        }
    }

    /// The texts as JSON.
    var json: String {
        switch self {
        case .english: Self.inEnglish
        case .german: Self.inGerman
        case .french: Self.inFrench
        case .spanish: Self.inSpanish
        case .italian: Self.inItalian
        case .brazilianPortuguese: Self.inBrazilianPortuguese
        case .dutch: Self.inDutch
        case .polish: Self.inPolish
        case .swedish: Self.inSwedish
        case .turkish: Self.inTurkish
        case .japanese: Self.inJapanese
        case .simplifiedChinese: Self.inSimplifiedChinese
        case .arabic: Self.inArabic
        }
    }
}

extension Catalogue {
    // Each is decoded once, when it is first asked for.
    fileprivate static let english = of(.english)
    fileprivate static let german = of(.german)
    fileprivate static let french = of(.french)
    fileprivate static let spanish = of(.spanish)
    fileprivate static let italian = of(.italian)
    fileprivate static let brazilianPortuguese = of(.brazilianPortuguese)
    fileprivate static let dutch = of(.dutch)
    fileprivate static let polish = of(.polish)
    fileprivate static let swedish = of(.swedish)
    fileprivate static let turkish = of(.turkish)
    fileprivate static let japanese = of(.japanese)
    fileprivate static let simplifiedChinese = of(.simplifiedChinese)
    fileprivate static let arabic = of(.arabic)

    /// The texts of a language; those in English where its own can't be decoded, which a test sees to.
    /// - Parameter json: other texts than the language's own.
    static func of(
        _ language: Language, from json: String? = nil, logger: @autoclosure () -> Logger = Logger(label: "translations")
    ) -> Catalogue {
        do { return try decoded(language, from: json) } catch {
            guard language != .english else { preconditionFailure("the texts in English can't be decoded: \(error)") }
            logger().error(
                "texts can't be decoded; pages are in English", metadata: ["language": "\(language.rawValue)", "error": "\(error)"])
            return english
        }
    }
}
