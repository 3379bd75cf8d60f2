import Primitives

/// Reads the values of a payload's elements, and reports those in other forms than the version's.
struct LicenceValueReader {
    let version: Int
    let issuer: LicenceIssuer?
    var data: LicenceData
    var fields = LicenceFields()
    var sources: [LicenceField: LicenceElement] = [:]
    private(set) var findings: [LicenceFinding] = []
    private let elements: [LicenceElementID: LicenceElement]
    private let all: [LicenceElement]

    init(header: LicenceHeader, subfiles: [LicenceSubfile]) {
        let common = subfiles.filter { !$0.isOfJurisdiction }
        version = min(header.version, LicenceHeader.latestVersion)
        issuer = header.issuer
        all = common.flatMap(\.elements)
        elements = Dictionary(all.map { ($0.id, $0) }) { first, second in first.isAbsent ? second : first }
        data = LicenceData(kind: common.first.flatMap { LicenceKind(exactly: $0.type) } ?? .driverLicence)
    }

    mutating func read() {
        for element in all { report(element) }
        readCountry()
        readNames()
        readDates()
        readSizes()
        readCodes()
        readAddress()
        readTexts()
    }

    // MARK: - Elements

    /// The first of some elements that has a value.
    func element(_ ids: LicenceElementID...) -> LicenceElement? {
        ids.lazy.compactMap { elements[$0] }.first { !$0.isAbsent }
    }

    /// The value of the first of some elements that has one; empty where none has.
    func value(_ ids: LicenceElementID...) -> String { ids.lazy.compactMap { elements[$0] }.first { !$0.isAbsent }?.value ?? "" }

    mutating func find(_ kind: LicenceFindingKind, _ element: LicenceElement) {
        findings.append(LicenceFinding(kind: kind, element: element.id, range: element.range))
    }

    /// Sets a field to a value, with the element that it came from.
    mutating func set(_ field: LicenceField, _ value: String, from element: LicenceElement?) {
        fields[field] = value
        if !value.isEmpty { sources[field] = element }
    }

    /// Elements in which `NONE` is what the standards ask for.
    private static let mayBeNone: Set<LicenceElementID> = [
        .vehicleClass, .restrictions, .endorsements, .federalCodes, .oldClass, .oldRestrictions, .oldEndorsements,
    ]

    /// Reports the form of any element.
    private mutating func report(_ element: LicenceElement) {
        guard !LicenceElementID.socialSecurity.contains(element.id) else { return }
        let (rule, blank) = (element.id.rule, UInt8(ascii: " "))
        if element.value.isEmpty { find(.emptyElement, element) }
        if element.isPlaceholder, !Self.mayBeNone.contains(element.id) { find(.placeholder, element) }
        let isFilled = rule?.isFixed == true && element.raw.count == rule?.length(in: version)
        if element.raw.first == blank || (element.raw.last == blank && !isFilled) { find(.padding, element) }
        if let rule, element.value.unicodeScalars.count > rule.length(in: version) { find(.tooLong, element) }
    }

    // MARK: - Texts

    private mutating func readTexts() {
        data.discriminator = value(.discriminator)
        data.vehicleClass = value(.vehicleClass, .oldClass)
        data.restrictions = value(.restrictions, .oldRestrictions)
        data.endorsements = value(.endorsements, .oldEndorsements)
        data.placeOfBirth = value(.placeOfBirth)
        data.inventoryNumber = value(.inventoryNumber)
        data.auditInformation = value(.auditInformation)
        let number = element(.number, .uniqueNumber)
        data.number = number?.value ?? ""
        if let number, number.value.utf8.contains(where: { $0 == 0x20 || $0 == UInt8(ascii: "-") }) { find(.numberPunctuation, number) }
        set(.idNumber, data.number, from: number)
    }
}
