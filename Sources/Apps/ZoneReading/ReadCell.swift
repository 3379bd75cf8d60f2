package import IdentityDocuments
import Primitives

/// One character of a zone as it was read.
package struct ReadCell: Sendable {
    /// The character of the answer.
    package let character: ZoneCharacter
    /// The natural logarithms of the probabilities of each character by ``ZoneCharacter/index``, as the cell alone looks.
    package let logProbabilities: [Float]

    /// The characters that the cell may be, the likeliest first, each with the natural logarithm of its probability.
    package func candidates(_ count: Int) -> [(character: ZoneCharacter, logProbability: Float)] {
        ZoneCharacter.all.map { ($0, logProbabilities[$0.index]) }.sorted { $0.1 > $1.1 }.prefix(max(count, 0)).map { $0 }
    }

    /// The likeliest character, as the cell alone looks. It differs from ``character`` where check digits or the cell's place decided.
    package var best: ZoneCharacter { candidates(1)[0].character }

    /// The second likeliest character, as the cell alone looks.
    package var runnerUp: ZoneCharacter { candidates(2)[1].character }
}
