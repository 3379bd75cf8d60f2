/// The outcome of a check digit.
public enum ZoneCheckState: Sendable, Hashable {
    /// No check digit of its own covers the field.
    case uncovered
    /// The digit is that of the characters, as read or after the repairs that are reported.
    case holds
    /// The digit isn't that of the characters, and no repair makes it so.
    case fails
    /// The digit isn't that of the characters; these texts would make it so, and nothing decides between them. At most eight are kept.
    case ambiguous([String])
}
