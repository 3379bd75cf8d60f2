import IdentityDocuments
import Primitives

/// Documents of invented people, from a seed.
struct DocumentRandom {
    private let random: SeededRandom

    init(seed: Int) { random = SeededRandom(seed: UInt64(seed)) }

    mutating func below(_ bound: Int) -> Int { random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % bound }

    mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }

    mutating func text(_ alphabet: String, _ lengths: ClosedRange<Int>) -> String {
        let letters = Array(alphabet)
        return String((0..<(lengths.lowerBound + below(lengths.count))).map { _ in pick(letters) })
    }

    mutating func name(_ words: ClosedRange<Int>) -> String {
        (0..<(words.lowerBound + below(words.count))).map { _ in text("abcdefghijklmnopqrstuvwyzäöüßñøåé", 2...9) }.joined(
            separator: pick([" ", "-"]))
    }

    mutating func date(_ years: ClosedRange<Int>) -> CalendarDate {
        while true {
            let date = CalendarDate(year: years.lowerBound + below(years.count), month: 1 + below(12), day: 1 + below(31))
            if let date { return date }
        }
    }

    // MARK: - Zones

    mutating func zone() -> ZoneContent {
        let format = pick(ZoneFormat.allCases)
        let first = pick(format.firstLetters.characters).description
        let isLong = format.continuation != nil && below(3) == 0
        var content = ZoneContent(
            format: format, documentCode: first + pick(["", "D", "R"]), issuingState: pick(ZoneStateCode.all),
            nationality: pick(ZoneStateCode.all),
            primaryName: name(1...3), secondaryName: below(8) == 0 ? "" : name(1...4),
            documentNumber: text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", isLong ? 10...13 : 4...9), birthDate: ZoneDate(date(1940...2014)),
            sex: pick(DocumentSex.allCases), expiryDate: ZoneDate(date(2015...2060)))
        if below(2) == 0 { content.optionalData = text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", isLong ? 1...1 : 1...7) }
        if format == .td1, below(2) == 0 { content.secondOptionalData = text("ABCDEFGHIJ0123456789", 1...11) }
        if below(6) == 0 { content.birthDate = ZoneDate(year: content.birthDate.year, month: nil, day: nil) ?? content.birthDate }
        return content
    }

    // MARK: - Licences

    mutating func licence(version: Int) -> LicenceData {
        let isCanadian = below(4) == 0
        var data = LicenceData(kind: pick([.driverLicence, .identificationCard]))
        data.name = LicenceName(
            family: word(3...20), first: below(5) == 0 ? word(2...8) + " " + word(2...8) : word(2...12),
            middle: pick(["", word(2...9), word(2...7) + " " + word(2...7)]), suffix: pick(["", "JR", "III"]))
        if version >= 4 {
            data.name.familyTruncation = pick(LicenceTruncation.allCases)
            data.name.firstTruncation = pick(LicenceTruncation.allCases)
            data.name.middleTruncation = pick(LicenceTruncation.allCases)
            data.compliance = pick(LicenceCompliance.allCases)
            data.revisionDate = date(2005...2025)
            data.hasLimitedDuration = pick([nil, true, false])
            data.weight = pick([.pounds(90 + below(200)), .kilograms(40 + below(90)), .range(below(10)), nil])
        } else if version >= 2 {
            data.weight = .range(below(10))
        } else {
            data.weight = pick([.pounds(90 + below(200)), nil])
        }
        if version >= 6 {
            data.isOrganDonor = pick([nil, true, false])
            data.isVeteran = pick([nil, true, false])
        }
        if version >= 5 { data.under21Until = pick([nil, date(2020...2030)]) }
        fill(&data, version: version, isCanadian: isCanadian)
        return data
    }

    private mutating func fill(_ data: inout LicenceData, version: Int, isCanadian: Bool) {
        data.birthDate = date(1930...2008)
        data.issueDate = date(2015...2025)
        data.expiryDate = date(2026...2035)
        data.sex = pick(DocumentSex.allCases)
        data.height = isCanadian ? .centimetres(140 + below(70)) : .inches(54 + below(30))
        data.eyeColour = pick(["BLK", "BLU", "BRO", "GRN", "HAZ", "DIC"])
        data.hairColour = pick(["", "BLK", "BLN", "RED", "WHI"])
        data.country = isCanadian ? "CAN" : "USA"
        data.address = LicenceAddress(
            street: "\(1 + below(9999)) \(word(3...10)) ST", secondStreet: pick(["", "UNIT \(below(99))"]), city: word(4...12),
            jurisdiction: isCanadian ? "ON" : "AZ",
            postalCode: isCanadian
                ? "K\(below(10))A \(below(10))B\(below(10))" : "\(10000 + below(80000))" + pick(["", "-\(1000 + below(9000))"]))
        data.number = text("ABCDEFGH0123456789", 6...15)
        if version >= 2 {
            data.discriminator = text("ABCDEFGH0123456789", 8...20)
            data.inventoryNumber = text("0123456789", 0...12)
            data.placeOfBirth = pick(["", word(4...12)])
        }
        if data.kind == .driverLicence {
            (data.vehicleClass, data.restrictions, data.endorsements) = (
                pick(["A", "B", "D"]), pick(["", "B", "BL"]), pick(["", "M", "HT"])
            )
        }
    }

    private mutating func word(_ lengths: ClosedRange<Int>) -> String { text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", lengths) }
}
