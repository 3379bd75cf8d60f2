extension ZoneFormat {
    /// The fields and check digits of a format.
    struct Layout {
        let fields: [ZoneFieldLayout]
        let checks: [ZoneCheck]
        let characters: [[ZoneCharacterSet]]

        init(_ format: ZoneFormat) {
            fields = format.allFields
            checks = format.allChecks
            var cells = Array(repeating: Array(repeating: ZoneCharacterSet.filler, count: format.columns), count: format.lines)
            for field in fields {
                for (cell, set) in zip(field.span.cells, field.characters) { cells[cell.line][cell.column] = set }
            }
            for check in checks { cells[check.cell.line][check.cell.column] = check.mayBeFiller ? [.digits, .filler] : .digits }
            characters = cells
        }
    }

    static let layouts = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Layout($0)) })
}

// Places as the tables of the parts of Doc 9303 have them, from 0.

extension ZoneFormat {
    private var allFields: [ZoneFieldLayout] {
        let code = ZoneFieldLayout(.documentCode, 0, 0...1, [firstLetters, [.letters, .filler]])
        let issuer = ZoneFieldLayout(.issuingState, 0, 2...4, Self.state)
        guard self != .td1 else {
            return [
                code, issuer, ZoneFieldLayout(.documentNumber, 0, 5...13, each: .all),
                ZoneFieldLayout(.optionalData, 0, 15...29, each: .all),
                ZoneFieldLayout(.birthDate, 1, 0...5, Self.date), ZoneFieldLayout(.sex, 1, 7...7, each: .of("MF<")),
                ZoneFieldLayout(.expiryDate, 1, 8...13, Self.date), ZoneFieldLayout(.nationality, 1, 15...17, Self.state),
                ZoneFieldLayout(.secondOptionalData, 1, 18...28, each: .all), ZoneFieldLayout(.name, 2, 0...29, Self.name(30)),
            ]
        }
        let optional =
            switch self {
            case .td2: 28...34
            case .td3: 28...41
            case .mrvA: 28...43
            default: 28...35
            }
        return [
            code, issuer, ZoneFieldLayout(.name, 0, 5...(columns - 1), Self.name(columns - 5)),
            ZoneFieldLayout(.documentNumber, 1, 0...8, each: .all), ZoneFieldLayout(.nationality, 1, 10...12, Self.state),
            ZoneFieldLayout(.birthDate, 1, 13...18, Self.date), ZoneFieldLayout(.sex, 1, 20...20, each: .of("MF<")),
            ZoneFieldLayout(.expiryDate, 1, 21...26, Self.date), ZoneFieldLayout(.optionalData, 1, optional, each: .all),
        ]
    }

    private var allChecks: [ZoneCheck] {
        guard self != .td1 else {
            return [
                ZoneCheck(.documentNumber, (0, 14), over: [(0, 5...13)], mayBeFiller: true),
                ZoneCheck(.birthDate, (1, 6), over: [(1, 0...5)]), ZoneCheck(.expiryDate, (1, 14), over: [(1, 8...13)]),
                ZoneCheck(.composite, (1, 29), over: [(0, 5...29), (1, 0...6), (1, 8...14), (1, 18...28)]),
            ]
        }
        let common = [
            ZoneCheck(.documentNumber, (1, 9), over: [(1, 0...8)], mayBeFiller: self == .td2),
            ZoneCheck(.birthDate, (1, 19), over: [(1, 13...18)]), ZoneCheck(.expiryDate, (1, 27), over: [(1, 21...26)]),
        ]
        switch self {
        case .td2: return common + [ZoneCheck(.composite, (1, 35), over: [(1, 0...9), (1, 13...19), (1, 21...34)])]
        case .td3:
            return common + [
                ZoneCheck(.optionalData, (1, 42), over: [(1, 28...41)], mayBeFiller: true),
                ZoneCheck(.composite, (1, 43), over: [(1, 0...9), (1, 13...19), (1, 21...42)]),
            ]
        default: return common
        }
    }

    /// A State's code: one to three letters, filled behind.
    private static let state: [ZoneCharacterSet] = [.letters, [.letters, .filler], [.letters, .filler]]

    /// A date's YYMMDD; parts that aren't known are filled.
    private static let date: [ZoneCharacterSet] = [
        [.digits, .filler], [.digits, .filler], .of("01<"), [.digits, .filler], .of("0123<"), [.digits, .filler],
    ]

    private static func name(_ length: Int) -> [ZoneCharacterSet] {
        [.letters] + Array(repeating: [.letters, .filler], count: length - 1)
    }
}
