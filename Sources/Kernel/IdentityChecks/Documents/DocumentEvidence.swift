public import IdentityDocuments
import Primitives
public import VerificationMessages

/// All that was read on one document.
public struct DocumentEvidence: Sendable, Equatable {
    /// The kind that the user says it is.
    public var type: IdentityCardType
    /// The payload of the licence's barcode; nil when none was read.
    public var licence: LicencePayload?
    /// The machine readable zone; nil when none was read.
    public var zone: MachineReadableZone?
    /// The printed words; nil when they weren't read.
    public var words: [String]?

    /// Makes evidence of its members, which are taken unchecked. By default nothing was read.
    public init(type: IdentityCardType, licence: LicencePayload? = nil, zone: MachineReadableZone? = nil, words: [String]? = nil) {
        self.type = type
        self.licence = licence
        self.zone = zone
        self.words = words
    }

    /// The date of birth, of the zone before the barcode; nil when a part of it isn't known.
    public var birthDate: CalendarDate? { zone?.birthDate?.date ?? licence?.data.birthDate }
    /// The last day of validity; nil when a part of it isn't known.
    public var expiryDate: CalendarDate? { zone?.expiryDate?.date ?? licence?.data.expiryDate }
    /// The family name; empty when none was read.
    public var familyName: String { zone.map { $0.name.primary.joined(separator: " ") } ?? licence?.data.name.family ?? "" }
    /// The given names, blanks between them; empty when none was read.
    public var givenNames: String {
        if let zone { return zone.name.secondary.joined(separator: " ") }
        let name = licence?.data.name
        return [name?.first, name?.middle].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
    /// The number, without blanks and hyphens; empty when none was read.
    public var number: String { zone?[.documentNumber]?.value.replacing(" ", with: "") ?? licence?.data.comparableNumber ?? "" }
    /// The address in one line; empty when none was read, as of all zones.
    public var address: String {
        guard let address = licence?.data.address else { return "" }
        return [address.street, address.secondStreet, address.city, address.jurisdiction, address.postalCode].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// The fields by their documented names, formatted for readers: days as `2031-03-15`.
    public var fields: IdentityFields {
        var fields = IdentityFields()
        fields[.idType] = type.rawValue
        if let licence {
            let formatted = licence.fields.formatted
            for field in LicenceField.allCases {
                if let name = IdentityField(exactly: field.rawValue) { fields[name] = formatted[field] }
            }
        }
        guard let zone else { return fields }
        fields[.firstName] = givenNames
        fields[.lastName] = familyName
        fields[.idNumber] = number
        fields[.birthDate] = zone.birthDate?.description
        fields[.expirationDate] = zone.expiryDate?.description
        fields[.issuingCountry] = zone[.issuingState]?.value
        fields[.nationality] = zone[.nationality]?.value
        fields[.gender] = zone.sex.map { $0 == .female ? "F" : $0 == .male ? "M" : "X" }
        fields[.personalNumber] = zone.format == .td3 ? zone[.optionalData]?.value : nil
        return fields
    }
}
