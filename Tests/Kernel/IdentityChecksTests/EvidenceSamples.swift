import IdentityChecks
import IdentityDocuments
import Primitives

/// Invented documents, as a reader gives them.
enum EvidenceSample {
    static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate {
        guard let date = CalendarDate(year: year, month: month, day: day) else { fatalError("no day of the calendar") }
        return date
    }

    static let today = day(2026, 11, 28)

    static func zone(_ change: (inout ZoneContent) -> Void = { _ in }) throws -> MachineReadableZone {
        guard let state = ZoneStateCode("DEU") else { fatalError("a listed State") }
        var content = ZoneContent(
            format: .td3, documentCode: "P", issuingState: state, nationality: state, primaryName: "Müller", secondaryName: "Anna Maria",
            documentNumber: "C01X00T47", birthDate: ZoneDate(day(1990, 3, 15)), sex: .female, expiryDate: ZoneDate(day(2030, 1, 31)))
        change(&content)
        return try MachineReadableZone(parsing: try content.lines().joined(separator: "\n").utf8, today: today)
    }

    static func licence(_ change: (inout LicenceData) -> Void = { _ in }) throws -> LicencePayload {
        var data = LicenceData(kind: .driverLicence)
        data.name = LicenceName(family: "SPECIMEN", first: "ANNA", middle: "MARIA")
        data.birthDate = day(1990, 3, 15)
        data.issueDate = day(2022, 1, 31)
        data.expiryDate = day(2030, 1, 31)
        data.number = "D123-4567"
        data.country = "USA"
        data.address = LicenceAddress(street: "12 MAIN ST APT 4", city: "AUSTIN", jurisdiction: "TX", postalCode: "73301")
        change(&data)
        return try LicencePayload(parsing: try LicenceDraft(data, version: 10, issuerNumber: 636_015).bytes())
    }
}
