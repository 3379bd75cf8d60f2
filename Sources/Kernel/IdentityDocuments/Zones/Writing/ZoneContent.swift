import Primitives

/// The content of a machine readable zone to be written.
public struct ZoneContent: Sendable, Hashable {
    /// The format.
    public var format: ZoneFormat
    /// The document code: one or two letters, of which the first is one of ``ZoneFormat/firstLetters``.
    public var documentCode: String
    /// The State that issues the document.
    public var issuingState: ZoneStateCode
    /// The holder's nationality.
    public var nationality: ZoneStateCode
    /// The primary identifier as it is printed; it is transliterated.
    public var primaryName: String
    /// The secondary identifier as it is printed; empty where there is none.
    public var secondaryName: String
    /// The document number. Blanks and hyphens become fillers. More than nine characters fit on cards alone (TD1, TD2).
    public var documentNumber: String
    /// The date of birth.
    public var birthDate: ZoneDate
    /// The sex.
    public var sex: DocumentSex
    /// The date of expiry.
    public var expiryDate: ZoneDate
    /// Data of the State's choice; empty by default.
    public var optionalData = ""
    /// More such data, in TD1 alone; empty by default.
    public var secondOptionalData = ""

    /// The content of a document without optional data.
    public init(
        format: ZoneFormat, documentCode: String, issuingState: ZoneStateCode, nationality: ZoneStateCode, primaryName: String,
        secondaryName: String,
        documentNumber: String, birthDate: ZoneDate, sex: DocumentSex, expiryDate: ZoneDate
    ) {
        self.format = format
        self.documentCode = documentCode
        self.issuingState = issuingState
        self.nationality = nationality
        self.primaryName = primaryName
        self.secondaryName = secondaryName
        self.documentNumber = documentNumber
        self.birthDate = birthDate
        self.sex = sex
        self.expiryDate = expiryDate
    }
}
