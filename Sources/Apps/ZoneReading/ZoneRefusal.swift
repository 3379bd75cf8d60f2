/// The reason for which a zone that was found counts as not read.
package enum ZoneRefusal: String, Sendable, CaseIterable {
    /// Cells are empty or only half there: worn off, covered or washed out by light.
    case missingInk
    /// The zone continues beyond what was read, or part of it is cut off.
    case cutOff
    /// The characters are too unclear.
    case unclear
    /// The clearest characters contradict the check digits or the format.
    case contradictory
    /// Several answers are about as likely.
    case ambiguous
}
