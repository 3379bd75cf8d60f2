/// A character that a reader takes a cell for, with its probability.
public struct ZoneCandidate: Sendable, Hashable {
    /// The character.
    public let character: ZoneCharacter
    /// The natural logarithm of the probability, at most 0.
    public let logProbability: Double

    /// A character with the natural logarithm of its probability.
    public init(_ character: ZoneCharacter, logProbability: Double) {
        self.character = character
        self.logProbability = logProbability
    }
}
