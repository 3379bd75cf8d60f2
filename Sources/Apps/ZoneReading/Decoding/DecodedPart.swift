import IdentityDocuments

/// The likeliest characters of some cells under a rule, beside all others that the rule allows.
struct DecodedPart {
    /// The cells, and the character of each.
    var characters: [(cell: ZoneCell, character: ZoneCharacter)] = []
    /// The logarithm of the answer's part of what the rule allows.
    var logPosterior = 0.0
    /// The logarithm of the probability of all that the rule allows.
    var logTotal = 0.0
    /// The logarithm of the posterior of what is least sure by itself: a State's code, or one cell of letters.
    var leastSure = 0.0
    /// The same of what may be letters or digits: all cells under check digits together, or one that no digit covers.
    var leastSureMixed = 0.0

    /// Two parts with nothing in common.
    static func + (left: DecodedPart, right: DecodedPart) -> DecodedPart {
        DecodedPart(
            characters: left.characters + right.characters, logPosterior: left.logPosterior + right.logPosterior,
            logTotal: left.logTotal + right.logTotal, leastSure: min(left.leastSure, right.leastSure),
            leastSureMixed: min(left.leastSureMixed, right.leastSureMixed))
    }
}
