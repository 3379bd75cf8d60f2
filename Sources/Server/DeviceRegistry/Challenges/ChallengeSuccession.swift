package import Foundation
package import Store

/// The keepers of challenges, which continue with another one when theirs ended with a wrong number.
package protocol ChallengeSuccession: Sendable {
    /// Asks a fresh challenge in the place of one that ended.
    static func replace(_ challenge: Challenge, by second: Challenge, at now: Date, in transaction: any WriteTransaction) throws
}
