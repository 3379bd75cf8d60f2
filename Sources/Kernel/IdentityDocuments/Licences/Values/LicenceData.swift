import Primitives

/// The values of a licence or identification card. What isn't on the card, or can't be read, is nil or empty.
public struct LicenceData: Sendable, Hashable {
    /// The kind of card.
    public var kind: LicenceKind
    /// The name.
    public var name = LicenceName()
    /// The date of birth.
    public var birthDate: CalendarDate?
    /// The date of issue.
    public var issueDate: CalendarDate?
    /// The last day of validity.
    public var expiryDate: CalendarDate?
    /// The sex.
    public var sex: DocumentSex?
    /// The height.
    public var height: LicenceHeight?
    /// The weight.
    public var weight: LicenceWeight?
    /// The code of the colour of the eyes, such as `BRO`; as encoded when it is no code.
    public var eyeColour = ""
    /// The code of the colour of the hair, such as `BLN`; as encoded when it is no code.
    public var hairColour = ""
    /// The address; the residence's in version 01 where there is no other.
    public var address = LicenceAddress()
    /// The country that issued the card: `USA`, `CAN`, `MEX`; as encoded when it is another.
    public var country = ""
    /// The customer number, as encoded. Compare it with ``comparableNumber``.
    public var number = ""
    /// The document discriminator.
    public var discriminator = ""
    /// The vehicle class.
    public var vehicleClass = ""
    /// The codes of restrictions.
    public var restrictions = ""
    /// The codes of endorsements.
    public var endorsements = ""
    /// The compliance with the REAL ID Act.
    public var compliance: LicenceCompliance?
    /// The revision date of the card's form.
    public var revisionDate: CalendarDate?
    /// The day on which the holder becomes 18.
    public var under18Until: CalendarDate?
    /// The day on which the holder becomes 19.
    public var under19Until: CalendarDate?
    /// The day on which the holder becomes 21.
    public var under21Until: CalendarDate?
    /// Whether the right to stay is limited.
    public var hasLimitedDuration: Bool?
    /// Whether the holder is an organ donor.
    public var isOrganDonor: Bool?
    /// Whether the holder is a veteran.
    public var isVeteran: Bool?
    /// The place of birth.
    public var placeOfBirth = ""
    /// The inventory control number.
    public var inventoryNumber = ""
    /// Information for audits.
    public var auditInformation = ""

    /// Values of a kind of card; all of them nil or empty.
    public init(kind: LicenceKind) { self.kind = kind }

    /// The customer number without blanks and hyphens, and with capital letters, as it is compared.
    public var comparableNumber: String { Self.comparable(number) }

    static func comparable(_ number: String) -> String {
        String(own: number.utf8.filter { $0 != 0x20 && $0 != UInt8(ascii: "-") }.map(capital))
    }
}
