import Primitives

/// The kinds of deviation of a payload that are tolerated. All of them occur on cards or come from scanners.
public enum LicenceFindingKind: String, Sendable, Hashable, CaseIterable {
    // Header.
    /// Bytes before the compliance indicator `@`: a byte order mark, blanks.
    case leadingBytes
    /// Control characters of a scanner between the characters, as bytes of ISO 8859-1 or as UTF-8.
    case controlCharacters
    /// Text in UTF-8.
    case utf8Text
    /// Text in Windows' code page 1252.
    case windowsText
    /// No compliance indicator `@`.
    case missingIndicator
    /// The record separator of the header is missing, or another character.
    case recordSeparator
    /// The segment terminator of the header is missing, doubled, or followed by other characters.
    case segmentTerminator
    /// Every line feed is preceded by a carriage return.
    case carriageReturns
    /// The separators are visible characters: `|`.
    case visibleSeparators
    /// The file type is `AAMVA`, as on cards before the standard of 2003.
    case oldFileType
    /// The file type has blanks too many or too few.
    case fileTypeBlanks
    /// The jurisdiction version isn't a number.
    case jurisdictionVersion
    /// The jurisdiction version is missing from version 02 on, or is there before.
    case jurisdictionVersionPresence
    /// The version isn't a number; the payload is read as one of the latest known version.
    case versionUnreadable
    /// The version is later than the latest known one, as which it is read.
    case versionAhead
    // Directory.
    /// The number of subfiles isn't that of the subfiles.
    case entryCount
    /// A designator's offset isn't where the subfile begins.
    case offsetWrong
    /// A designator holds other characters than digits.
    case designatorUnreadable
    /// A designator's length isn't the subfile's.
    case lengthWrong
    /// A subfile of the directory isn't there.
    case subfileMissing
    // Subfiles.
    /// A subfile doesn't begin with its type.
    case missingSubfileType
    /// A separator follows a subfile's type.
    case subfileTypeLine
    /// The last element isn't followed by a separator.
    case finalSeparatorMissing
    /// The subfile has no terminator.
    case finalTerminatorMissing
    /// Bytes after the end of the subfile.
    case trailingBytes
    /// A part of a subfile that begins with no identifier.
    case unreadableElement
    /// More elements than are read.
    case tooManyElements
    // Elements.
    /// An element that stands a second time in a subfile; the first that isn't empty counts.
    case duplicateElement
    /// An identifier that no version defines.
    case unknownElement
    /// An element without a value.
    case emptyElement
    /// A value that is filled with blanks though its length is variable, or that has blanks before it.
    case padding
    /// A word in place of a value: `NONE`, `unavl`, `--`, `N/A`.
    case placeholder
    /// A value that is longer than the version allows.
    case tooLong
    /// A text with more than 30 marks or invisible characters in a row, which is left out.
    case textUnreadable
    // Dates.
    /// A date in the order of the other country, or of another version.
    case dateOrder
    /// A date with separators.
    case dateSeparators
    /// Characters after the eight digits of a date.
    case dateTrailing
    /// No date.
    case dateUnreadable
    // Sizes.
    /// A height in another form than three digits and the unit.
    case heightForm
    /// A height that is possible in the other unit alone, as which it is read.
    case heightUnit
    /// No possible height.
    case heightUnreadable
    /// A weight with a unit, or in another form than three digits.
    case weightForm
    /// No weight.
    case weightUnreadable
    // Codes.
    /// A colour in another spelling: `BRN`, a whole word.
    case colourForm
    /// The sex by letter where the version has digits, or the other way round.
    case sexForm
    /// No code of a sex.
    case sexUnreadable
    /// No code of the list: of a truncation, a compliance type, an indicator.
    case codeUnreadable
    // Names.
    /// A middle initial in the first name's element.
    case middleInitialInFirstName
    /// Given names that are separated by blanks.
    case givenNamesByBlanks
    /// A comma behind a name.
    case trailingComma
    /// A suffix in the family name's element.
    case suffixInFamilyName
    /// A full name in the order first, middle, last, separated by blanks.
    case nameOrder
    /// A name with small letters.
    case nameCase
    // Address, country, number.
    /// A postal code in another form than the country's.
    case postalCodeForm
    /// No country; it is the issuer's.
    case countryMissing
    /// Another code for a country: `CDN`.
    case countryForm
    /// A customer number with blanks or hyphens.
    case numberPunctuation

    /// The weight of the deviation.
    public var severity: LicenceFinding.Severity {
        switch self {
        case .emptyElement, .padding, .placeholder, .nameCase, .colourForm, .sexForm, .numberPunctuation, .postalCodeForm, .oldFileType,
            .versionAhead, .finalSeparatorMissing, .unknownElement, .trailingComma:
            .note
        case .designatorUnreadable, .subfileMissing, .missingSubfileType, .unreadableElement, .tooManyElements, .textUnreadable,
            .dateUnreadable, .heightUnit, .heightUnreadable, .weightUnreadable, .sexUnreadable, .codeUnreadable, .middleInitialInFirstName,
            .suffixInFamilyName, .nameOrder, .versionUnreadable, .givenNamesByBlanks, .windowsText, .missingIndicator:
            .reconstructed
        default: .tolerated
        }
    }
}
