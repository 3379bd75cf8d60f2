import Foundation

/// The amount by which a document's font may draw its letters O more like zeros than the fonts of training do, or its zeros more like
/// letters O. It draws them all alike: the doubts of several cells are one doubt.
struct FontLean {
    /// The logarithm by which the odds of O against 0 are more than a cell shows, in all cells.
    let logOdds: Double
    /// The part of fonts that have it. Found on photographs of a font that training hasn't seen (decision 194).
    let prior: Double

    /// Fonts like those of training, and others on both sides.
    static let all = [
        FontLean(logOdds: 0, prior: 0.7), FontLean(logOdds: 2, prior: 0.1), FontLean(logOdds: 4, prior: 0.05),
        FontLean(logOdds: -2, prior: 0.1), FontLean(logOdds: -4, prior: 0.05),
    ]
}
