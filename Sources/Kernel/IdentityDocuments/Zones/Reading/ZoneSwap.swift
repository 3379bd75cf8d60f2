/// A character that could be another without any check digit seeing it.
///
/// Check digits count modulo 10: `6` is 6 and `G` is 16. A reading that takes one for the other passes every check.
public struct ZoneSwap: Sendable, Hashable {
    /// The cell.
    public let cell: ZoneCell
    /// The character that was read.
    public let read: ZoneCharacter
    /// The character that it could be: one that looks alike, or another candidate of the cell.
    public let alternative: ZoneCharacter
}
