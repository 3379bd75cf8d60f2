/// A character that was read in place of another.
public struct ZoneRepair: Sendable, Hashable {
    /// The reason for a repair.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The place holds letters or digits alone, and the character read looks like one of them: `O` for `0`.
        case position
        /// The place can't hold the likeliest character; the likeliest that it can hold was taken.
        case candidate
        /// Letters that look like fillers, between fillers and the end of the field.
        case filler
        /// The only substitution of one or two characters with which the check digits hold.
        case checkDigit
    }

    /// The cell.
    public let cell: ZoneCell
    /// The character that was read.
    public let read: ZoneCharacter
    /// The character in its place.
    public let used: ZoneCharacter
    /// The reason.
    public let rule: Rule
}
