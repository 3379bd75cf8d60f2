/// The data of a machine readable zone (Doc 9303-4 to 9303-7).
public enum ZoneField: String, Sendable, Hashable, CaseIterable {
    /// The kind of document: `P` for passports, `V` for visas, `A`, `C` or `I` for cards, with a second letter that the State chooses.
    case documentCode
    /// The State or organisation that issued the document.
    case issuingState
    /// The primary and the secondary identifier.
    case name
    /// The document number. Numbers of over nine characters continue in ``optionalData`` on cards (TD1, TD2).
    case documentNumber
    /// The holder's nationality.
    case nationality
    /// The holder's date of birth, YYMMDD; unknown parts are filled.
    case birthDate
    /// The holder's sex: `M`, `F`, or `<` where it isn't specified.
    case sex
    /// The last day of validity, YYMMDD.
    case expiryDate
    /// Data of the issuing State's choice.
    case optionalData
    /// More data of the issuing State's choice, in the second line of TD1.
    case secondOptionalData
}
