import Primitives

/// The outcome of a check digit.
public enum ZoneCheckState: Sendable, Hashable {
    /// No check digit of its own covers the field.
    case uncovered
    /// The digit is that of the characters that were read, or that their places allow.
    case holds
    /// The digit holds with the only substitution of look-alikes or candidates that makes it so. It was used up to find that one, and proves
    /// nothing more (docs/decisions/0144-digits-used-up.md).
    case restored
    /// The digit isn't that of the characters, and no repair makes it so.
    case fails
    /// The digit isn't that of the characters; these texts would make it so, and nothing decides between them. At most eight are kept.
    case ambiguous([String])
}
