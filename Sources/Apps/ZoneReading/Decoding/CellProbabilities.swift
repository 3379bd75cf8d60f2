import Foundation
import IdentityDocuments

/// The probabilities of the characters of one cell, as the decoder weighs them.
struct CellProbabilities {
    /// No character is impossible.
    private static let least: Double = 1e-6

    /// Probabilities by the characters' indices; their sum is 1.
    private(set) var values: [Double]

    init(logProbabilities: [Float]) {
        let raised = logProbabilities.map { max(Double(exp($0)), 0) }
        let sum = raised.reduce(0, +)
        values = raised.map { max($0 / sum, Self.least) }
    }

    subscript(character: ZoneCharacter) -> Double { values[character.index] }

    /// The largest probability.
    var most: Double { values.max() ?? 0 }

    /// The likeliest character of a set.
    func best(of set: ZoneCharacterSet) -> ZoneCharacter {
        set.characters.max { self[$0] < self[$1] } ?? .filler
    }

    /// The probability of a set.
    func total(of set: ZoneCharacterSet) -> Double { set.characters.reduce(0) { $0 + self[$1] } }

    /// The probability of a character, given that it is of a set.
    func part(_ character: ZoneCharacter, of set: ZoneCharacterSet) -> Double { self[character] / total(of: set) }

    /// The probability of a letter O or a zero, whichever is less.
    var letterOrZero: Double { min(self[.letterO], self[.zero]) }

    /// The probabilities in a font that leans.
    func leaning(_ lean: FontLean) -> CellProbabilities {
        let (letter, zero) = (self[.letterO] * exp(lean.logOdds), self[.zero])
        let part = (self[.letterO] + zero) / (letter + zero)
        var leaning = self
        leaning.values[ZoneCharacter.letterO.index] = letter * part
        leaning.values[ZoneCharacter.zero.index] = zero * part
        return leaning
    }
}

extension ZoneCharacter {
    fileprivate static let letterO = ZoneCharacter.all[24]
    fileprivate static let zero = ZoneCharacter.all[0]
}
