import Primitives

/// The identifier of a data element: three letters, such as `DAQ`.
public struct LicenceElementID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The three letters; the last may be a digit.
    public let text: String

    /// The identifier that three bytes are; nil when they aren't capital letters, the last perhaps a digit.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 3, bytes.prefix(2).allSatisfy({ 0x41...0x5A ~= $0 }),
            bytes.dropFirst(2).allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 })
        else { return nil }
        text = String(own: bytes)
    }

    /// The identifier that a text is; nil when it isn't three letters, the last perhaps a digit.
    public init?(_ text: String) { self.init(text.utf8) }

    private init(known text: StaticString) { self.text = text.description }

    /// The rule of the element; nil for identifiers that no version defines, such as those of jurisdictions.
    public var rule: LicenceElementRule? { LicenceElementRule.byID[self] }

    public var description: String { text }

    public static func < (left: LicenceElementID, right: LicenceElementID) -> Bool { left.text < right.text }
}

extension LicenceElementID {
    // Named are the elements that values are read from or written to; the catalogue has all of them.
    static let fullName = Self(known: "DAA"), lastName = Self(known: "DAB"), firstName = Self(known: "DAC"), middleName = Self(known: "DAD")
    static let suffix = Self(known: "DAE"), prefix = Self(known: "DAF"), familyName = Self(known: "DCS"), givenNames = Self(known: "DCT")
    static let nameSuffix = Self(known: "DCU")
    static let street = Self(known: "DAG"), street2 = Self(known: "DAH"), city = Self(known: "DAI"), jurisdiction = Self(known: "DAJ")
    static let postalCode = Self(known: "DAK")
    static let residenceStreet = Self(known: "DAL"), residenceStreet2 = Self(known: "DAM"), residenceCity = Self(known: "DAN")
    static let residenceJurisdiction = Self(known: "DAO"), residencePostalCode = Self(known: "DAP")
    static let number = Self(known: "DAQ"), uniqueNumber = Self(known: "DBJ"), discriminator = Self(known: "DCF")
    static let country = Self(known: "DCG")
    static let height = Self(known: "DAU"), centimetres = Self(known: "DAV"), pounds = Self(known: "DAW"), kilograms = Self(known: "DAX")
    static let weightRange = Self(known: "DCE")
    static let eyes = Self(known: "DAY"), hair = Self(known: "DAZ"), sex = Self(known: "DBC")
    static let expiryDate = Self(known: "DBA"), birthDate = Self(known: "DBB"), issueDate = Self(known: "DBD")
    static let otherBirthDate = Self(known: "DBL")
    static let aliasLastName = Self(known: "DBO"), aliasFirstName = Self(known: "DBP")
    static let oldClass = Self(known: "DAR"), oldRestrictions = Self(known: "DAS"), oldEndorsements = Self(known: "DAT")
    static let vehicleClass = Self(known: "DCA"), restrictions = Self(known: "DCB"), endorsements = Self(known: "DCD")
    static let federalCodes = Self(known: "DCH")
    static let compliance = Self(known: "DDA"), revisionDate = Self(known: "DDB"), hazmatDate = Self(known: "DDC")
    static let limitedDuration = Self(known: "DDD")
    static let familyTruncated = Self(known: "DDE"), firstTruncated = Self(known: "DDF"), middleTruncated = Self(known: "DDG")
    static let under18Until = Self(known: "DDH"), under19Until = Self(known: "DDI"), under21Until = Self(known: "DDJ")
    static let organDonor = Self(known: "DDK"), veteran = Self(known: "DDL"), placeOfBirth = Self(known: "DCI")
    static let auditInformation = Self(known: "DCJ")
    static let inventoryNumber = Self(known: "DCK")
    static let socialSecurity: Set<LicenceElementID> = [Self(known: "DBK"), Self(known: "DBM")]
}
