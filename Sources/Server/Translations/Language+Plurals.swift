import Primitives

extension Language {
    /// The categories that the language has for whole numbers. Those that only fractions and whole millions have are left out.
    package var pluralCategories: [Plural.Category] {
        switch self {
        case .english, .german, .french, .spanish, .italian, .brazilianPortuguese, .dutch, .swedish, .turkish: [.one, .other]
        case .polish: [.one, .few, .many]
        case .japanese, .simplifiedChinese: [.other]
        case .arabic: Plural.Category.allCases
        }
    }

    /// The category of a whole number that isn't negative.
    package func pluralCategory(of count: Int) -> Plural.Category {
        switch self {
        case .english, .german, .spanish, .italian, .dutch, .swedish, .turkish: count == 1 ? .one : .other
        case .french, .brazilianPortuguese: count < 2 ? .one : .other
        case .polish: Self.polishCategory(count)
        case .japanese, .simplifiedChinese: .other
        case .arabic: Self.arabicCategory(count)
        }
    }

    private static func polishCategory(_ count: Int) -> Plural.Category {
        if count == 1 { return .one }
        return (2...4).contains(count % 10) && !(12...14).contains(count % 100) ? .few : .many
    }

    private static func arabicCategory(_ count: Int) -> Plural.Category {
        switch (count, count % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}
