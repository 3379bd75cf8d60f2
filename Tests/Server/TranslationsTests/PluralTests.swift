import Testing

@testable import Translations

/// The samples of CLDR's plural rules for whole numbers.
@Suite("Plural forms (CLDR)")
struct PluralTests {
    @Test(arguments: [
        (Language.english, [Plural.Category.one: [1], .other: [0, 2, 10, 11, 21, 100, 101, 1_000]]),
        (.french, [.one: [0, 1], .other: [2, 17, 100, 101]]), (.brazilianPortuguese, [.one: [0, 1], .other: [2, 17, 101]]),
        (.turkish, [.one: [1], .other: [0, 2, 16, 101]]), (.spanish, [.one: [1], .other: [0, 2, 16, 101]]),
        (.japanese, [.other: [0, 1, 2, 15, 100]]), (.simplifiedChinese, [.other: [0, 1, 2, 15, 100]]),
        (.polish, [.one: [1], .few: [2, 3, 4, 22, 23, 24, 32, 102], .many: [0, 5, 11, 12, 13, 14, 19, 21, 100, 101, 112, 114]]),
        (
            .arabic,
            [
                .zero: [0], .one: [1], .two: [2], .few: [3, 10, 103, 110, 1_003], .many: [11, 26, 99, 111, 1_011],
                .other: [100, 101, 102, 200, 202, 1_000],
            ]
        ),
    ])
    func categories(_ language: Language, _ samples: [Plural.Category: [Int]]) {
        #expect(Set(samples.keys) == Set(language.pluralCategories))
        for (category, counts) in samples {
            for count in counts { #expect(language.pluralCategory(of: count) == category, "\(count)") }
        }
    }

    @Test("every number has a form that the language has", arguments: Language.allCases)
    func forms(_ language: Language) {
        let times = language.catalogue.pages.account.times
        for count in 0...250 {
            #expect(language.pluralCategories.contains(language.pluralCategory(of: count)))
            #expect(!times.hours(count).isEmpty && !times.hours(count).contains("{"))
            if count > 2 { #expect(times.hours(count).contains(String(count))) }
        }
    }

    @Test("a duration is in the largest unit that states it exactly")
    func durations() {
        #expect(Language.english.catalogue.pages.duration(seconds: 86_400) == "1 day")
        #expect(Language.german.catalogue.pages.duration(seconds: 7_200) == "2 Stunden")
        #expect(Language.polish.catalogue.pages.duration(seconds: 22 * 3_600) == Language.polish.catalogue.pages.hours(22))
    }
}
