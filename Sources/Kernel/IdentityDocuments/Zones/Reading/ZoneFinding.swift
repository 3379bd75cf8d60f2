/// A property of a zone that a reader of its fields should know.
public struct ZoneFinding: Sendable, Hashable {
    /// The kind of finding.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Blanks within or around lines, which were left out.
        case blanks
        /// Small letters, which were read as capital ones.
        case smallLetters
        /// A character that its place can't hold, and that looks like none that it can hold.
        case impossibleCharacter
        /// A State's code that isn't listed.
        case unknownState
        /// The State is Utopia: a specimen.
        case specimen
        /// A name that doesn't begin with a letter, or has letters behind three fillers.
        case malformedName
        /// The name fills its field, and may be cut off.
        case truncatedName
        /// A date that the calendar doesn't have.
        case invalidDate
        /// A date of expiry more than 20 years past or 50 years ahead; its century is a guess.
        case dateFarFromToday
        /// A sex other than `M`, `F` and `<`.
        case sexUnreadable
        /// A filler in place of the number's check digit, and no number that continues.
        case malformedNumber
        /// The composite check digit isn't that of its cells.
        case compositeFails
    }

    /// The kind.
    public let kind: Kind
    /// The field; nil for findings on the whole zone.
    public let field: ZoneField?
    /// The first cell; nil for findings on the whole zone.
    public let cell: ZoneCell?
}
